/** The way out of a document that kubectl refuses as a whole. */
import type { Span } from '../source.ts';
import { syntaxError } from './parser-problem.ts';
import type { SyntaxProblem } from './tree.ts';

export class Unreadable extends Error {
  readonly problem: SyntaxProblem;
  constructor(problem: SyntaxProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Throws Unreadable with a syntax error. */
export function refuse(span: Span, message: string): never {
  throw new Unreadable(syntaxError(span, message));
}
