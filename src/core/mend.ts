/** Fixes applied again and again until none is left: from inputs to the texts that they become. */
import { type ChosenFix, chooseFixes, editsOf, type FixPolicy } from './choose-fixes.ts';
import type { Report } from './finding.ts';
import { applyEdits } from './fix.ts';
import type { Input } from './index/bundle.ts';
import { Source } from './source.ts';

export interface MendInput {
  /** Only the targets among them are edited. */
  readonly inputs: readonly Input[];
  /** Judges texts; what it reports on the targets is mended. */
  readonly lint: (inputs: readonly Input[]) => Report;
  readonly wants: FixPolicy['wants'];
}

export interface Change {
  readonly source: Source;
  /** What becomes of it. */
  readonly text: string;
  /** The rules whose fixes have edits in it, once for each fix. */
  readonly rules: readonly string[];
}

/** Changes that belong together, because a fix has edits in each of their sources. */
export interface ChangeSet {
  readonly changes: readonly Change[];
  /** How many findings they mend. */
  readonly findings: number;
}

/** All changes, by path. */
export function changesOf(changeSets: readonly ChangeSet[]): Change[] {
  return changeSets
    .flatMap(({ changes }) => changes)
    .sort((a, b) => (a.source.path < b.source.path ? -1 : 1));
}

/** A source that is left as it was: its fixes have no end, or make of it what can't be read. */
export interface Refusal {
  readonly source: Source;
  readonly reason: 'endless' | 'breaking';
  /** The rules whose fixes these are. */
  readonly rules: readonly string[];
}

export interface Mended {
  /** With the new texts, in their old order. */
  readonly inputs: readonly Input[];
  /** What is left to say of these. */
  readonly report: Report;
  readonly changeSets: readonly ChangeSet[];
  readonly refusals: readonly Refusal[];
}

/** Overlapping fixes need a few; fixes that make work for each other would need ever more. */
const MOST_PASSES = 20;

/** Mends the targets until no wanted fix is left. The end is a fixed point: mending the outcome changes nothing. */
export function mend(run: MendInput): Mended {
  const refusals: Refusal[] = [];
  for (;;) {
    const refused = new Set(refusals.map(({ source }) => source));
    const mending = new Mending(run, (source) => !refused.has(source));
    const more = mending.run();
    if (more.length === 0) return { ...mending.outcome(), refusals };
    refusals.push(...more);
  }
}

/** A text that an input had, and the rules whose fixes had made it. */
interface Version {
  readonly text: string;
  readonly rules: readonly string[];
}

/** One attempt. Inputs keep their places in the list, by which they are known through all passes. */
class Mending {
  readonly #run: MendInput;
  readonly #isOpen: readonly boolean[];
  readonly #versions: Version[][];
  readonly #applied: number[][] = [];
  #inputs: readonly Input[];
  #report: Report;

  constructor(run: MendInput, mayEdit: (source: Source) => boolean) {
    this.#run = run;
    this.#isOpen = run.inputs.map(({ source, target }) => target && mayEdit(source));
    this.#versions = run.inputs.map(({ source }) => [{ text: source.text, rules: [] }]);
    this.#inputs = run.inputs;
    this.#report = run.lint(run.inputs);
  }

  /** Mends until nothing is left, or up to the first sources that have to be refused. */
  run(): Refusal[] {
    const errors = readingErrors(this.#report, this.#inputs);
    for (let pass = 0; ; pass++) {
      const places = new Map(this.#inputs.map(({ source }, at) => [source, at]));
      const placeOf = (source: Source) => places.get(source) ?? -1;
      const chosen = chooseFixes(this.#report.findings, {
        wants: this.#run.wants,
        mayEdit: (source) => this.#isOpen[placeOf(source)] === true,
      });
      if (chosen.length === 0) return [];
      const edited = this.#apply(chosen, placeOf);
      const endless = edited.filter((at) => pass === MOST_PASSES || this.#wasHereBefore(at));
      if (endless.length > 0) return endless.map((at) => this.#refusal(at, 'endless'));
      this.#report = this.#run.lint(this.#inputs);
      const errorsNow = readingErrors(this.#report, this.#inputs);
      const broken = edited.filter((at) => (errorsNow[at] ?? 0) > (errors[at] ?? 0));
      if (broken.length > 0) return broken.map((at) => this.#refusal(at, 'breaking'));
    }
  }

  outcome(): Omit<Mended, 'refusals'> {
    const changeSets = linked(this.#applied).map(({ members, lists }) => ({
      changes: members.flatMap((at) => this.#changeOf(at)),
      findings: lists,
    }));
    return { inputs: this.#inputs, report: this.#report, changeSets };
  }

  /** Which inputs have a new text. */
  #apply(chosen: readonly ChosenFix[], placeOf: (source: Source) => number): number[] {
    const rules = new Map<number, string[]>();
    for (const { finding, fix } of chosen) {
      const places = [...new Set(fix.edits.map(({ source }) => placeOf(source)))];
      this.#applied.push(places);
      for (const at of places) rules.set(at, [...(rules.get(at) ?? []), finding.rule]);
    }
    const edits = editsOf(chosen);
    this.#inputs = this.#inputs.map((input, at) => {
      const own = rules.get(at);
      if (!own) return input;
      const { path, location } = input.source;
      const text = applyEdits(input.source, edits);
      this.#versions[at]?.push({ text, rules: own });
      return { ...input, source: new Source(path, text, location) };
    });
    return [...rules.keys()];
  }

  #wasHereBefore(at: number): boolean {
    const versions = this.#versions[at] ?? [];
    return versions.slice(0, -1).some(({ text }) => text === versions.at(-1)?.text);
  }

  #refusal(at: number, reason: Refusal['reason']): Refusal {
    const versions = this.#versions[at] ?? [];
    const last = versions.at(-1);
    const first = versions.findIndex(({ text }) => text === last?.text);
    const since = first < versions.length - 1 ? versions.slice(first + 1) : versions;
    const guilty = reason === 'breaking' ? versions.slice(-1) : since;
    const rules = [...new Set(guilty.flatMap(({ rules }) => rules))].sort();
    return { source: this.#originalOf(at), reason, rules };
  }

  #changeOf(at: number): Change[] {
    const text = this.#inputs[at]?.source.text;
    const rules = (this.#versions[at] ?? []).flatMap((version) => version.rules);
    return text === undefined ? [] : [{ source: this.#originalOf(at), text, rules }];
  }

  #originalOf(at: number): Source {
    return (this.#run.inputs[at] as Input).source;
  }
}

/** How many errors of reading each input has. */
function readingErrors({ findings }: Report, inputs: readonly Input[]): number[] {
  const counts = new Map<Source, number>();
  for (const { resource, severity, source } of findings) {
    if (resource === undefined && severity === 'error') counts.set(source, (counts.get(source) ?? 0) + 1);
  }
  return inputs.map(({ source }) => counts.get(source) ?? 0);
}

interface Linked {
  readonly members: readonly number[];
  /** How many lists they come from. */
  readonly lists: number;
}

/** Lists that share a member become one, in order. */
function linked(lists: readonly (readonly number[])[]): Linked[] {
  const groups = new Map<number, Linked>();
  for (const list of lists) {
    const joined = new Set(list.flatMap((member) => groups.get(member) ?? []));
    const members = [...new Set([...list, ...[...joined].flatMap((group) => group.members)])].sort(
      (a, b) => a - b,
    );
    const group = { members, lists: [...joined].reduce((sum, one) => sum + one.lists, 1) };
    for (const member of members) groups.set(member, group);
  }
  return [...new Set(groups.values())];
}
