// A suppression that an editor adds ignores the finding that it was added for, and nothing else happens.
import texts from 'rollsafe:rule-texts';
import rules from 'rollsafe:rules';
import { describe, expect, it } from 'vitest';
import { exampleFiles } from '../../src/core/example.ts';
import type { Finding } from '../../src/core/finding.ts';
import { applyEdits } from '../../src/core/fix.ts';
import { lint } from '../../src/core/lint.ts';
import { readInputs } from '../../src/core/reading.ts';
import type { Rule } from '../../src/core/rule.ts';
import { NO_SETTING } from '../../src/core/settings.ts';
import { Source } from '../../src/core/source.ts';
import {
  ignoreOnLine,
  ignoreOnObject,
  type NewSuppression,
} from '../../src/core/suppress/add-suppression.ts';

const SYNTAX = rules.filter(({ category }) => category === 'syntax');

interface Example {
  readonly sources: readonly Source[];
  readonly options: Readonly<Record<string, unknown>>;
}

function judge(rule: Rule, { sources, options }: Example) {
  const inputs = sources.map((source) => ({ source, origin: 'walked' as const, target: true }));
  const setting = { ...NO_SETTING, options };
  const settings = { advice: true, requireReasons: false, ruleFor: () => setting };
  return {
    inputs,
    ...lint({ inputs, rules: [rule, ...SYNTAX.filter(({ id }) => id !== rule.id)], settings }),
  };
}

/** The text with the suppression and a reason in its place. */
function withReason({ edit, reason }: NewSuppression): Source {
  const { path, location } = edit.source;
  const text = `${edit.text.slice(0, reason)}known since May${edit.text.slice(reason)}`;
  return new Source(path, applyEdits(edit.source, [{ ...edit, text }]), location);
}

function outcome(rule: Rule, example: Example, added: NewSuppression) {
  const changed = withReason(added);
  const sources = example.sources.map((source) => (source === added.edit.source ? changed : source));
  const { findings, suppressed } = judge(rule, { ...example, sources });
  const messages = suppressed.map(({ message, reason }) => `${message} (${reason})`);
  return { messages, remarks: findings.filter(({ rule: id }) => id !== rule.id) };
}

const VARIANTS = {
  'as it is': (text: string) => text,
  'with CRLF': (text: string) => text.replaceAll('\n', '\r\n'),
  'without a final newline': (text: string) => text.trimEnd(),
};

function check(rule: Rule, example: Example) {
  const { findings, inputs } = judge(rule, example);
  const own = findings.filter(({ rule: id }) => id === rule.id);
  const { drafts } = readInputs(inputs);
  const resources = drafts.flatMap(({ manifest }) => manifest.resources);
  const before = findings.filter(({ rule: id }) => id !== rule.id).map(({ message }) => message);
  const objectOf = ({ source, span }: Finding) =>
    resources.find(
      ({ root }) => root.source === source && root.span.start <= span.start && span.start <= root.span.end,
    );
  for (const finding of own) {
    const resource = objectOf(finding);
    const added = [
      ignoreOnLine(finding.source, finding.span.start, rule.id),
      resource && ignoreOnObject(resource, rule.id),
    ];
    for (const one of added) {
      if (!one) continue;
      const { messages, remarks } = outcome(rule, example, one);
      expect(messages, one.edit.text).toContain(`${finding.message} (known since May)`);
      expect(remarks.map(({ message }) => message)).toEqual(before);
    }
  }
}

describe('an added suppression', () => {
  for (const rule of rules.filter(({ category }) => category !== 'syntax')) {
    const examples = texts[rule.id]?.examples.flatMap(({ bad }) => bad ?? []) ?? [];
    it(`ignores ${rule.id}`, () => {
      for (const bad of examples) {
        const options = typeof bad === 'string' ? {} : (bad.options ?? {});
        for (const change of Object.values(VARIANTS)) {
          const sources = exampleFiles(bad).map(({ path, text }) => new Source(path, change(text)));
          check(rule, { sources, options });
        }
      }
    });
  }
});

describe('the places', () => {
  const lineOf = (text: string, word: string, path = 'a.yaml') => {
    const source = new Source(path, text);
    const added = ignoreOnLine(source, text.indexOf(word), 'selector-empty');
    return added && applyEdits(source, [added.edit]);
  };

  it('is behind the line, behind its comment, and in a suppression that is there', () => {
    expect(lineOf('kind: X\nname: y\n', 'y')).toBe(
      'kind: X\nname: y  # rollsafe-ignore selector-empty -- \n',
    );
    expect(lineOf('name: y # old\n', 'y')).toBe('name: y # old  # rollsafe-ignore selector-empty -- \n');
    expect(lineOf('name: y # rollsafe-ignore pdb-missing -- why\n', 'y')).toBe(
      'name: y # rollsafe-ignore pdb-missing, selector-empty -- why\n',
    );
  });

  it('is above a text that goes on below, and nowhere inside of it', () => {
    const text = 'a:\n  name: "one\n    two"\n';
    expect(lineOf(text, 'one')).toBe(`a:\n  # rollsafe-ignore selector-empty -- \n${text.slice(3)}`);
    expect(lineOf(text, 'two')).toBeUndefined();
  });

  it('is nowhere in JSON', () => {
    expect(lineOf('{"name": "y"}', 'y')).toBeUndefined();
    expect(lineOf('name: y', 'y', 'a.json')).toBeUndefined();
  });

  it('of an object is above it, in its List, and in the annotation of JSON', () => {
    const objectIn = (text: string, path = 'a.yaml') => {
      const source = new Source(path, text);
      const { drafts } = readInputs([{ source, origin: 'named', target: true }]);
      const resource = drafts[0]?.manifest.resources.at(-1);
      const added = resource && ignoreOnObject(resource, 'selector-empty');
      return added && applyEdits(source, [added.edit]);
    };
    const comment = '# rollsafe-ignore selector-empty -- \n';
    expect(objectIn('# top\n---\nkind: Pod\napiVersion: v1\n')).toBe(
      `# top\n---\n${comment}kind: Pod\napiVersion: v1\n`,
    );
    expect(objectIn('kind: List\napiVersion: v1\nitems:\n  - kind: Pod\n    apiVersion: v1\n')).toBe(
      `kind: List\napiVersion: v1\nitems:\n  ${comment}  - kind: Pod\n    apiVersion: v1\n`,
    );
    expect(objectIn('{"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "a"}}', 'a.json')).toBe(
      '{"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "a", "annotations": {"rollsafe.dev/ignore": "selector-empty -- "}}}',
    );
  });
});
