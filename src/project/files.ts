/** The only reader of manifests: from paths, patterns and standard input to the sources of a run. */
import path from 'node:path';
import picomatch from 'picomatch';
import type { Input } from '../core/index/bundle.ts';
import type { Origin, ReadingProblem } from '../core/manifest.ts';
import { Source } from '../core/source.ts';
import { decode } from './decode.ts';
import type { FileFilter } from './file-filter.ts';
import { type Failure, isMissing, lookAt, withSlashes } from './file-system.ts';
import { isWanted, NO_TEXT, readFile, surroundings, type UnreadableFile } from './manifest-file.ts';
import { walk } from './walk.ts';

export interface Request {
  /** Absolute. */
  readonly currentFolder: string;
  /** As given: files, folders, patterns, `-`. */
  readonly paths: readonly string[];
  readonly filter: FileFilter;
  /** What is read around the targets; undefined reads these alone. */
  readonly project: Project | undefined;
  readonly stdin: { readonly bytes: () => Buffer; readonly path: string };
}

export interface Project {
  /** Where it begins. */
  readonly folder: string;
  /** The absolute paths of the files that git tracks in a folder; undefined where git can't say. */
  trackedFiles(folder: string): string[] | undefined;
}

export interface Gathered {
  readonly inputs: readonly Input[];
  readonly problems: readonly ReadingProblem[];
  /** Files that were looked into and can't hold an object. */
  readonly passedOver: number;
  /** Whether a path named nothing. */
  readonly incomplete: boolean;
}

/** Reads everything that a run is about. Throws nothing: what can't be read is a problem. */
export function gather(request: Request): Gathered {
  const gathering = new Gathering(request);
  for (const given of new Set(request.paths)) gathering.add(given);
  gathering.addProject();
  return gathering.result();
}

class Gathering {
  readonly #request: Request;
  readonly #inputs = new Map<string, Input>();
  readonly #problems: ReadingProblem[] = [];
  readonly #seen = new Set<string>();
  #passedOver = 0;
  #incomplete = false;

  readonly #wanted = (file: string): boolean => isWanted(file, this.#request.filter);

  constructor(request: Request) {
    this.#request = request;
  }

  result(): Gathered {
    const inputs = [...this.#inputs.values()].sort((a, b) => (a.source.path < b.source.path ? -1 : 1));
    return { inputs, problems: this.#problems, passedOver: this.#passedOver, incomplete: this.#incomplete };
  }

  add(given: string): void {
    if (given === '-') {
      this.#addStdin();
      return;
    }
    const file = path.resolve(this.#request.currentFolder, given);
    const found = lookAt(file);
    if (found === 'folder') this.#addFolder(file);
    else if (found === 'file') this.#addNamed(file);
    else this.#addPattern(given, found);
  }

  #addStdin(): void {
    const { bytes, path: name } = this.#request.stdin;
    const place = { display: name, file: undefined, origin: 'stream' } as const;
    const text = decode(bytes());
    if (text === undefined) this.#addUnreadable(place, NO_TEXT, true);
    else this.#addInput(place, text, { target: true });
  }

  /** `failure` says why no file has the pattern as its name. */
  #addPattern(pattern: string, failure: Failure): void {
    const normal = withSlashes(pattern);
    const { base, glob, isGlob } = picomatch.scan(normal);
    const folder = path.resolve(this.#request.currentFolder, base);
    if (isGlob && lookAt(folder) === 'folder') {
      const matches = picomatch(glob, { dot: true });
      const files = this.#walkTarget(folder, (file) => matches(withSlashes(path.relative(folder, file))));
      for (const file of files) this.#addNamed(file);
      if (files.length > 0) return;
    }
    this.#notFound(normal, isGlob ? 'no file matches the pattern' : absence(failure));
  }

  #addFolder(folder: string): void {
    for (const file of this.#walkTarget(folder, this.#wanted)) this.#addFile(file, 'walked', true);
    this.#addSurroundings(folder);
  }

  #addNamed(file: string): void {
    if (this.#request.filter.excluded(file)) return;
    this.#addFile(file, this.#request.project ? 'walked' : 'named', true);
    this.#addSurroundings(path.dirname(file));
  }

  #addSurroundings(folder: string): void {
    for (const file of surroundings(folder, this.#seen)) this.#addFile(file, 'walked', false);
  }

  /** Adds what the project holds besides the targets: in git what is tracked. */
  addProject(): void {
    const { project } = this.#request;
    if (!project) return;
    const { folder } = project;
    const files = project.trackedFiles(folder)?.filter(this.#wanted) ?? walk(folder, this.#wanted).files;
    for (const file of files) this.#addFile(file, 'walked', false);
  }

  #walkTarget(folder: string, wanted: (file: string) => boolean): readonly string[] {
    const { files, unreadable } = walk(folder, wanted);
    for (const { folder: closed, reason } of unreadable) {
      this.#notFound(this.#display(closed), `the folder can't be read (${reason})`);
    }
    return files;
  }

  #addFile(file: string, origin: Origin, target: boolean): void {
    const display = this.#display(file);
    const known = this.#inputs.get(display);
    if (known && (known.target || known.unreadable || !target)) return;
    const place = { display, file, origin };
    const read = readFile(file, origin);
    if (read.is === 'text') this.#addInput(place, read.text, { target });
    else if (read.is === 'other') this.#passedOver += target ? 1 : 0;
    else this.#addUnreadable(place, read, target);
  }

  /** A file that git lists and that is gone is no trouble. */
  #addUnreadable(place: Place, { is, reason }: UnreadableFile, target: boolean): void {
    if (reason === 'ENOENT' && place.origin === 'walked') return;
    this.#addInput(place, '', { target: false, unreadable: true });
    if (!target) return;
    if (is === 'no text') this.#report('encoding-invalid', place.display, reason);
    else this.#notFound(place.display, `the file can't be read (${reason})`);
  }

  #addInput({ display, file, origin }: Place, text: string, state: InputState): void {
    const source = new Source(display, text, file && withSlashes(file));
    const bundle = file === undefined ? undefined : this.#request.filter.bundleOf(file);
    this.#inputs.set(display, { source, origin, bundle, ...state });
  }

  #notFound(display: string, message: string): void {
    this.#incomplete = true;
    this.#report('file-not-found', display, message);
  }

  #report(rule: string, display: string, message: string): void {
    const source = new Source(display, '');
    this.#problems.push({ rule, source, span: { start: 0, end: 0 }, message, related: [] });
  }

  #display(file: string): string {
    return withSlashes(path.relative(this.#request.currentFolder, file) || file);
  }
}

interface Place {
  readonly display: string;
  /** Absolute; undefined for standard input. */
  readonly file: string | undefined;
  readonly origin: Origin;
}

function absence(failure: Failure): string {
  return isMissing(failure) ? 'no such file or folder' : `can't be read (${failure.reason})`;
}

type InputState = Pick<Input, 'target' | 'unreadable'>;
