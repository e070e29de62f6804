/** The only reader of manifests: from paths, patterns and standard input to the sources of a run. */
import fs from 'node:fs';
import path from 'node:path';
import picomatch from 'picomatch';
import type { Input } from '../core/bundle.ts';
import { isKustomizationFile } from '../core/kustomization.ts';
import type { Origin, ReadingProblem } from '../core/manifest.ts';
import { Source } from '../core/source.ts';
import { decode, mayHoldManifest } from './decode.ts';
import type { FileFilter } from './file-filter.ts';
import { trackedFiles } from './git.ts';
import { gitRootOf, walk } from './walk.ts';

export interface Request {
  /** Absolute. */
  readonly currentFolder: string;
  /** As given: files, folders, patterns, `-`. */
  readonly paths: readonly string[];
  readonly filter: FileFilter;
  /** Where the project begins, to be read around the targets; undefined reads the targets alone. */
  readonly projectFolder: string | undefined;
  readonly stdin: { readonly bytes: () => Buffer; readonly path: string };
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
  for (const given of request.paths) gathering.add(given);
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
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (stat?.isDirectory()) for (const found of this.#filesIn(file)) this.#addFile(found, 'walked', true);
    else if (stat) this.#addNamed(file);
    else this.#addPattern(given);
  }

  #addStdin(): void {
    const { bytes, path: name } = this.#request.stdin;
    this.#addText(name, bytes(), 'stream', true);
  }

  #addPattern(pattern: string): void {
    const normal = path.sep === '\\' ? pattern.replaceAll('\\', '/') : pattern;
    const { base, glob, isGlob } = picomatch.scan(normal);
    const folder = path.resolve(this.#request.currentFolder, base);
    if (isGlob && fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
      const matches = picomatch(glob, { dot: true });
      const files = walk(folder, (file) => matches(path.relative(folder, file).replaceAll('\\', '/')));
      for (const file of files) this.#addNamed(file);
      if (files.length > 0) return;
    }
    this.#incomplete = true;
    this.#report(
      'file-not-found',
      new Source(normal, ''),
      isGlob ? 'no file matches the pattern' : 'no such file or folder',
    );
  }

  #addNamed(file: string): void {
    if (this.#request.filter.excluded(file)) return;
    this.#addFile(file, this.#request.projectFolder === undefined ? 'named' : 'walked', true);
    this.#addSurroundings(path.dirname(file));
  }

  /** What stands above a named file says whether it is a whole object; it is read for that alone. */
  #addSurroundings(folder: string): void {
    const root = gitRootOf(folder) ?? this.#request.currentFolder;
    for (let above = folder; !this.#seen.has(above); above = path.dirname(above)) {
      this.#seen.add(above);
      for (const name of SURROUNDINGS) {
        const file = path.join(above, name);
        if (fs.existsSync(file)) this.#addFile(file, 'walked', false);
      }
      if (above === root || above === path.dirname(above)) return;
    }
  }

  /** Adds what the project holds besides the targets. */
  addProject(): void {
    const { projectFolder } = this.#request;
    if (projectFolder === undefined) return;
    for (const file of this.#filesIn(projectFolder)) this.#addFile(file, 'walked', false);
  }

  /** The files of a folder: of a project in git the tracked ones. */
  #filesIn(folder: string): string[] {
    const tracked = this.#request.projectFolder === undefined ? undefined : trackedFiles(folder);
    return tracked?.filter((file) => this.#wanted(file)) ?? this.#walk(folder);
  }

  #walk(folder: string): string[] {
    return walk(folder, (file) => this.#wanted(file));
  }

  #wanted(file: string): boolean {
    const { filter } = this.#request;
    return (
      (filter.included(file) || isKustomizationFile(file.replaceAll('\\', '/'))) && !filter.excluded(file)
    );
  }

  #addFile(file: string, origin: Origin, target: boolean): void {
    const display = this.#display(file);
    const known = this.#inputs.get(display);
    if (known && (known.target || !target)) return;
    let bytes: Buffer;
    try {
      bytes = fs.readFileSync(file);
    } catch (error) {
      if (!target) return;
      this.#incomplete = true;
      const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
      this.#report('file-not-found', new Source(display, ''), `the file can't be read (${reason})`);
      return;
    }
    if (origin === 'walked' && !isContext(display) && !mayHoldManifest(bytes)) {
      if (target) this.#passedOver++;
      return;
    }
    this.#addText(display, bytes, origin, target, file);
  }

  #addText(display: string, bytes: Buffer, origin: Origin, target: boolean, file?: string): void {
    const text = decode(bytes);
    if (text !== undefined) {
      const source = new Source(display, text, file?.replaceAll('\\', '/'));
      const bundle = file === undefined ? undefined : this.#request.filter.bundleOf(file);
      this.#inputs.set(display, { source, origin, target, bundle });
    } else if (target) {
      this.#report(
        'encoding-invalid',
        new Source(display, ''),
        'not text: neither UTF-8 nor UTF-16 with a byte order mark',
      );
    }
  }

  #report(rule: string, source: Source, message: string): void {
    this.#problems.push({ rule, source, span: { start: 0, end: 0 }, message, related: [] });
  }

  #display(file: string): string {
    const relative = path.relative(this.#request.currentFolder, file) || file;
    return relative.replaceAll('\\', '/');
  }
}

const SURROUNDINGS = [
  'kustomization.yaml',
  'kustomization.yml',
  'Kustomization',
  'Chart.yaml',
  'skaffold.yaml',
];

/** Files that say something about others without being manifests of the cluster. */
function isContext(display: string): boolean {
  return isKustomizationFile(display) || display === 'Chart.yaml' || display.endsWith('/Chart.yaml');
}
