/** The objects of a file as an outline. */
import { type DocumentSymbol, type SymbolInformation, SymbolKind } from 'vscode-languageserver';
import { type OutlineSymbol, symbolsOf } from '../core/names/index.ts';
import type { View } from './view.ts';

const KIND: Readonly<Record<OutlineSymbol['kind'], SymbolKind>> = {
  object: SymbolKind.Object,
  container: SymbolKind.Module,
  step: SymbolKind.Event,
  metric: SymbolKind.Function,
  port: SymbolKind.Interface,
};

export function documentSymbols(view: View): DocumentSymbol[] | SymbolInformation[] {
  const symbols = view.resources.flatMap((resource) => symbolOf(symbolsOf(resource), view));
  return view.client.hierarchicalSymbols ? symbols : symbols.flatMap((symbol) => flat(symbol, view));
}

function symbolOf({ name, kind, span, selection, children }: OutlineSymbol, view: View): DocumentSymbol[] {
  const [range, selectionRange] = [view.range(span), view.range(selection)];
  if (!range || !selectionRange) return [];
  const inner = children.flatMap((child) => symbolOf(child, view));
  return [{ name, kind: KIND[kind], range, selectionRange, children: inner }];
}

function flat({ name, kind, range, children = [] }: DocumentSymbol, view: View): SymbolInformation[] {
  const { uri } = view.document;
  const inner = children.flatMap((child) => flat(child, view));
  return [{ name, kind, location: { uri, range } }, ...inner.map((one) => ({ containerName: name, ...one }))];
}
