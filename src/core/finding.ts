/** What a run says: findings, what they point at, and the counts around them. */
import type { Fix } from './fix.ts';
import type { Source, Span } from './source.ts';

export type Severity = 'error' | 'warning' | 'info';

/** From the gravest down. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** Whether `severity` is as grave as `level`, or graver. */
export function isAtLeast(severity: Severity, level: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(level);
}

/** The object that a finding is about. `namespace` and `name` are undefined where the manifest leaves them out. */
export interface ResourceId {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

/** Another place that a finding points to, perhaps in another file. */
export interface RelatedPlace {
  readonly source: Source;
  readonly span: Span;
  readonly message: string;
}

export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** One sentence that names the thing and the consequence, with its numbers. */
  readonly message: string;
  readonly source: Source;
  readonly span: Span;
  readonly resource: ResourceId | undefined;
  /** JSON pointer into the document; empty for the document itself or the file. */
  readonly path: string;
  readonly related: readonly RelatedPlace[];
  readonly fixes: readonly Fix[];
}

/** A finding that somebody has taken responsibility for. */
export interface SuppressedFinding extends Finding {
  /** Why, in the words of the suppression; may be empty. */
  readonly reason: string;
}

export interface Counts {
  /** Sources that findings were wanted for. */
  readonly files: number;
  /** Documents with content in them. */
  readonly documents: number;
  /** Kubernetes objects in them. */
  readonly resources: number;
}

export interface Report {
  readonly findings: readonly Finding[];
  readonly suppressed: readonly SuppressedFinding[];
  readonly counts: Counts;
}
