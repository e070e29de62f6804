/** A project as it stood at one moment: who asks about it later gets the same answers. */
import type { CancellationToken } from 'vscode-languageserver';
import type { Finding } from '../core/finding.ts';
import type { ResourceIndex } from '../core/index/resource-index.ts';
import { Judge, type Standard, type TargetReport } from '../core/judge.ts';
import { lint } from '../core/lint.ts';
import { readManifest } from '../core/manifest.ts';
import { mend } from '../core/mend.ts';
import type { Draft, Reading } from '../core/reading.ts';
import type { Resource } from '../core/resource.ts';
import type { Source } from '../core/source.ts';
import { SharedSteps } from '../core/steps.ts';
import type { Document, OpenDocument } from './open-document.ts';
import { inTurns } from './turns.ts';

export interface SnapshotParts {
  readonly reading: Reading;
  readonly standard: Standard;
  /** By absolute path, or address. */
  readonly open: ReadonlyMap<string, OpenDocument>;
  /** Whether nothing has changed since that could change an answer. */
  readonly isCurrent: () => boolean;
}

const NOTHING: TargetReport = { findings: [], suppressed: [] };

export class Snapshot {
  readonly reading: Reading;
  readonly isCurrent: () => boolean;
  readonly #standard: Standard;
  readonly #judge: Judge;
  readonly #drafts: ReadonlyMap<Source, Draft>;
  readonly #open: ReadonlyMap<string, OpenDocument>;
  readonly #bySource: ReadonlyMap<Source, OpenDocument>;
  readonly #reports = new Map<Source, SharedSteps<TargetReport>>();

  constructor({ reading, standard, open, isCurrent }: SnapshotParts) {
    this.isCurrent = isCurrent;
    this.reading = reading;
    this.#standard = standard;
    this.#judge = new Judge(reading, standard);
    this.#drafts = new Map(reading.drafts.map((draft) => [draft.input.source, draft]));
    this.#open = open;
    this.#bySource = new Map([...open.values()].map((document) => [document.judged, document]));
  }

  get index(): ResourceIndex {
    return this.reading.index;
  }

  /** The objects in a source. */
  resourcesIn(source: Source): readonly Resource[] {
    return this.#drafts.get(source)?.manifest.resources ?? [];
  }

  /** What is said of a source; nothing of one that isn't part of the project. Throws when the token is cancelled. */
  async report(source: Source, token?: CancellationToken): Promise<TargetReport> {
    const draft = this.#drafts.get(source);
    if (!draft) return NOTHING;
    const report = this.#reports.get(source) ?? new SharedSteps(this.#judge.reportStepwise(draft));
    this.#reports.set(source, report);
    return inTurns(report.rest(), token);
  }

  /** What becomes of a source when all safe fixes are applied. */
  mended(source: Source): string {
    const inputs = this.reading.drafts.map(({ input }) => ({ ...input, target: input.source === source }));
    const outcome = mend({
      inputs,
      lint: (texts) => lint({ ...this.#standard, inputs: texts }),
      wants: ({ safety }) => safety === 'safe',
    });
    const at = inputs.findIndex(({ target }) => target);
    return outcome.inputs[at]?.source.text ?? source.text;
  }

  /** What is wrong with the text on the screen itself, while another one is judged in its stead. */
  typingErrors(document: Document): readonly Finding[] {
    if (!document.isHalfTyped) return [];
    const manifest = readManifest(document.screen, 'walked', document.screenParts);
    const draft = this.#drafts.get(document.judged);
    return draft ? this.#judge.readingFindings({ ...draft, manifest }) : [];
  }

  /** The open document of a file, given by its absolute path, or of an address. */
  documentAt(file: string): OpenDocument | undefined {
    return this.#open.get(file);
  }

  /** The open document whose text was judged as this source. */
  documentOf(source: Source): OpenDocument | undefined {
    return this.#bySource.get(source);
  }
}
