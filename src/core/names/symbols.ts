/** An object as an outline: what a person looks for in it. */
import type { Node } from '../node.ts';
import { containersOf, podsOf } from '../pod.ts';
import type { Resource } from '../resource.ts';
import { hasMetrics, metricsOf } from '../rollouts/analysis.ts';
import { type CanaryStep, canaryOf, canaryStepsOf } from '../rollouts/canary-steps.ts';
import type { Span } from '../source.ts';
import { namePlaceOf } from './name-field.ts';
import { placeOf, wholeOf } from './place.ts';

export interface OutlineSymbol {
  /** `Deployment web`, `2 setWeight 25`. */
  readonly name: string;
  readonly kind: 'object' | 'container' | 'step' | 'metric' | 'port';
  /** All of it. */
  readonly span: Span;
  /** What is selected when one goes there; always inside of `span`. */
  readonly selection: Span;
  readonly children: readonly OutlineSymbol[];
}

/** An object with its containers, the steps of its canary, its metrics or its ports, in the order of the text. */
export function symbolsOf(resource: Resource): OutlineSymbol {
  const { kind, name, root } = resource;
  const children = [
    ...containersIn(resource),
    ...stepsIn(resource),
    ...metricsIn(resource),
    ...portsIn(resource),
  ];
  return {
    ...symbol('object', name ? `${kind} ${name}` : kind, root as Node, namePlaceOf(resource).span),
    children: children.sort((a, b) => a.span.start - b.span.start),
  };
}

/** What is written elsewhere, through an alias, is shown where the alias is. */
function symbol(kind: OutlineSymbol['kind'], name: string, node: Node, at: Span): OutlineSymbol {
  const span = node.aliases[0] ?? wholeOf(node).span;
  const selection = [at, placeOf(node).span].find((one) => span.start <= one.start && one.end <= span.end);
  return { kind, name, span, selection: selection ?? span, children: [] };
}

function containersIn(resource: Resource): OutlineSymbol[] {
  const containers = podsOf(resource).flatMap(containersOf);
  return containers.map(({ node, name }) => named('container', node as Node, name || 'container'));
}

function metricsIn(resource: Resource): OutlineSymbol[] {
  const metrics = hasMetrics(resource) ? metricsOf(resource) : [];
  return metrics.map((metric) => named('metric', metric, metric.at('name').string() || 'metric'));
}

function portsIn(resource: Resource): OutlineSymbol[] {
  const ports = resource.as('core/Service')?.root.at('spec').at('ports').items() ?? [];
  return (ports as Node[]).map((port) => {
    const number = port.at('port').integer();
    return named('port', port, [port.at('name').string(), number].filter(Boolean).join(' ') || 'port');
  });
}

function named(kind: OutlineSymbol['kind'], node: Node, name: string): OutlineSymbol {
  return symbol(kind, name, node, placeOf(node.at('name')).span);
}

function stepsIn(rollout: Resource): OutlineSymbol[] {
  const canary = canaryOf(rollout);
  const steps = canary ? canaryStepsOf(canary) : [];
  return steps.map((step) => symbol('step', titleOf(step), step.node as Node, step.node.focus));
}

/** The number of a step with what it does: `1 setWeight 25`, `2 pause 10m`. */
function titleOf({ node, number, kinds }: CanaryStep): string {
  const words = kinds.map((kind) => {
    const field = (node as Node).at(kind);
    const value = kind === 'pause' ? field.at('duration') : field;
    return value.string() || value.integer() !== undefined ? `${kind} ${value.value}` : kind;
  });
  return [number, ...words].join(' ');
}
