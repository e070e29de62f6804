/**
 * From one source to the Kubernetes objects in it, with what reading found fault with. Other YAML is no concern of
 * ours: it is passed over in silence where a folder was walked.
 */
import type { Finding, RelatedPlace } from './finding.ts';
import type { Fix } from './fix.ts';
import { isContextFile } from './layout/context.ts';
import { isTemplate } from './layout/template.ts';
import { isManifest, type Resource, resourcesIn } from './resource.ts';
import type { Source, Span } from './source.ts';
import { inOneGo, type Steps } from './steps.ts';
import { readStream, type StreamPart, type SyntaxProblem, type YamlDocument } from './yaml/index.ts';

/** How a source reached us: found in a folder, named by the user, or piped in. */
export type Origin = 'walked' | 'named' | 'stream';

/** What reading says, before the rule of the `syntax` group gives it a severity. */
export type ReadingProblem = Pick<Finding, 'rule' | 'source' | 'span' | 'message'> & {
  readonly related: readonly RelatedPlace[];
  readonly fixes?: readonly Fix[];
};

export interface Manifest {
  readonly source: Source;
  readonly resources: readonly Resource[];
  readonly problems: readonly ReadingProblem[];
  /** Documents with content. */
  readonly documents: number;
  /** Whether something that looks like an object could not be read, so that what is missing proves nothing. */
  readonly incomplete: boolean;
}

/** Reads a source, which may be cut into its parts already; never throws. */
export function readManifest(source: Source, origin: Origin, parts?: readonly StreamPart[]): Manifest {
  return inOneGo(readManifestStepwise(source, origin, parts));
}

/** The same part by part. */
export function* readManifestStepwise(
  source: Source,
  origin: Origin,
  parts: readonly StreamPart[] = readStream(source.text),
): Steps<Manifest> {
  const reader = new Reader(source, origin);
  for (const part of parts) {
    if (!reader.read(part)) break;
    yield;
  }
  return reader.manifest();
}

/** A chart's template: one remark, no objects. */
export function unrenderedTemplate(source: Source): Manifest {
  const span = firstLine(source, { start: 0, end: source.text.length });
  const problem = { rule: 'unrendered-template', source, span, message: UNRENDERED, related: [] };
  return { source, resources: [], problems: [problem], documents: 0, incomplete: true };
}

const UNRENDERED =
  'a template is not a manifest yet: render it first (helm template CHART | rollsafe lint -)';

class Reader {
  readonly #source: Source;
  readonly #origin: Origin;
  readonly #resources: Resource[] = [];
  readonly #problems: ReadingProblem[] = [];
  #documents = 0;
  #incomplete = false;

  constructor(source: Source, origin: Origin) {
    this.#source = source;
    this.#origin = origin;
  }

  manifest(): Manifest {
    return {
      source: this.#source,
      resources: this.#resources,
      problems: this.#problems,
      documents: this.#documents,
      incomplete: this.#incomplete,
    };
  }

  /** Reads a part; false when the whole source turned out to be a template. */
  read(part: StreamPart): boolean {
    if (part.blank) return true;
    if (this.#origin === 'walked' && !part.mayHoldManifest) return true;
    for (const document of part.read()) {
      this.#documents++;
      if (document.root) this.#readObject(document, document.root);
      else if (!this.#readBroken(document)) return false;
    }
    return true;
  }

  #readObject(document: YamlDocument, root: NonNullable<YamlDocument['root']>): void {
    if (isManifest(root, this.#source)) {
      for (const resource of resourcesIn(this.#source, document)) this.#resources.push(resource);
      for (const problem of document.problems) this.#report(problem);
    } else if (this.#origin !== 'walked') this.#readOther(document, root);
  }

  /** Mistakes in other YAML are none of ours, but a separator that kubectl refuses costs the whole stream. */
  #readOther(document: YamlDocument, root: NonNullable<YamlDocument['root']>): void {
    for (const problem of document.problems) {
      if (problem.rule === 'document-separator-invalid') this.#report(problem);
    }
    if (isContextFile(this.#source.location)) return;
    if (root.kind === 'scalar' && root.value === null) return;
    const span = firstLine(this.#source, { start: root.start, end: root.end });
    const message = 'no Kubernetes object: it has no apiVersion and kind';
    this.#report({ rule: 'not-kubernetes', span, message });
  }

  #readBroken(document: YamlDocument): boolean {
    const text = this.#source.text.slice(document.span.start, document.span.end);
    if (document.problems.length === 0) return true;
    if (isTemplate(text)) {
      const template = unrenderedTemplate(this.#source);
      this.#problems.splice(0, Infinity, ...template.problems);
      this.#resources.length = 0;
      this.#incomplete = true;
      return false;
    }
    if (this.#origin !== 'walked' || looksLikeManifest(text)) {
      this.#incomplete = true;
      for (const problem of document.problems) this.#report(problem);
    }
    return true;
  }

  #report(problem: Omit<SyntaxProblem, 'rule'> & { readonly rule: string }): void {
    const source = this.#source;
    const related = (problem.related ?? []).map((place) => ({ source, ...place }));
    this.#problems.push({
      rule: problem.rule,
      source,
      span: problem.span,
      message: problem.message,
      related,
      ...(problem.fix && { fixes: [asFix(source, problem.fix)] }),
    });
  }
}

/** What was read differently is applied differently from then on: never `safe`. */
function asFix(source: Source, { title, span, text }: NonNullable<SyntaxProblem['fix']>): Fix {
  return { title, safety: 'unsafe', edits: [{ source, span, text }] };
}

function looksLikeManifest(text: string): boolean {
  return /^[ \t{"'-]*apiVersion["']?[ \t]*:/m.test(text) && /^[ \t{"'-]*kind["']?[ \t]*:/m.test(text);
}

function firstLine(source: Source, { start, end }: Span): Span {
  const text = source.text.slice(start, end);
  const from = start + Math.max(text.search(/\S/), 0);
  const lineBreak = source.text.slice(from, end).search(/\r?\n/);
  return { start: from, end: lineBreak < 0 ? end : from + lineBreak };
}
