// Which analyses a Rollout starts, and of which templates.
import { describe, expect, it } from 'vitest';
import type { Resource } from '../../src/core/resource.ts';
import {
  analysesOf,
  analysesUsing,
  argNamesIn,
  declaredArgsOf,
  metricsOf,
  placeholdersIn,
  templatesNesting,
  templatesOf,
} from '../../src/core/rollouts/analysis.ts';
import { inputsOf, projectOf } from './reading.ts';

const of = (...texts: string[]) => projectOf(inputsOf({ 'x.yaml': texts.join('---\n') }));
const names = (resources: readonly Resource[]) => resources.map(({ name }) => name);

const template = (name: string, spec = '{}', kind = 'AnalysisTemplate', more = '') =>
  `apiVersion: argoproj.io/v1alpha1\nkind: ${kind}\nmetadata: {name: ${name}${more}}\nspec: ${spec}\n`;
const step = (...templates: string[]) => `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web, namespace: shop}
spec: {strategy: {canary: {steps: [{analysis: {templates: [${templates.map((name) => `{templateName: ${name}}`)}]}}]}}}
`;

describe('analyses', () => {
  it('have their place, in the order of the manifest', () => {
    const { object } = of(`apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web, namespace: shop}
spec:
  strategy:
    canary:
      analysis:
        templates: [{templateName: a}, {templateName: b, clusterScope: true}]
        args: [{name: host}, {name: path, value: ""}]
      steps:
        - setWeight: 5
        - analysis: {}
        - experiment: {analyses: [{name: e, templateName: c}]}
    blueGreen: {prePromotionAnalysis: {}, postPromotionAnalysis: {}}
`);
    const analyses = analysesOf(object('Rollout', 'web'));
    expect(analyses.map(({ place }) => place)).toEqual([
      'background',
      'step',
      'experiment',
      'prePromotion',
      'postPromotion',
    ]);
    expect(analyses[0]?.references.map(({ type, name, namespace }) => [type, name, namespace])).toEqual([
      ['argoproj.io/AnalysisTemplate', 'a', 'shop'],
      ['argoproj.io/ClusterAnalysisTemplate', 'b', undefined],
    ]);
    expect(analyses[0]?.args.map(({ name, isSet }) => [name, isSet])).toEqual([
      ['host', false],
      ['path', true],
    ]);
  });

  it('use templates that templates name, in circles too', () => {
    const { index, object } = of(
      step('a'),
      template('a', '{templates: [{templateName: b}, {templateName: c, clusterScope: true}]}'),
      template('b', '{templates: [{templateName: a}]}'),
      template('c', '{}', 'ClusterAnalysisTemplate'),
    );
    const [analysis] = analysesOf(object('Rollout', 'web'));
    if (!analysis) throw new Error('no analysis');
    const { found, missing, complete } = templatesOf(analysis, index);
    expect([names(found), missing, complete]).toEqual([['a', 'b', 'c'], [], true]);
    expect(analysesUsing(object('ClusterAnalysisTemplate', 'c'), index).map(({ place }) => place)).toEqual([
      'step',
    ]);
    expect(names(templatesNesting(object('ClusterAnalysisTemplate', 'c'), index))).toEqual(['a', 'b']);
  });

  it('are incomplete without a template, with an ambiguous one, and with one that has no name yet', () => {
    const judge = (...texts: string[]) => {
      const { index, object } = of(...texts);
      const [analysis] = analysesOf(object('Rollout', 'web'));
      if (!analysis) throw new Error('no analysis');
      const { found, missing, complete } = templatesOf(analysis, index);
      return [names(found), missing.map(({ name }) => name), complete];
    };
    expect(judge(step('a', 'b'), template('a'))).toEqual([['a'], ['b'], false]);
    expect(judge(step('a'), template('a', '{}', 'AnalysisTemplate', ', namespace: other'))).toEqual([
      [],
      ['a'],
      false,
    ]);
    expect(judge(step('a'), template('a'), template('a'))).toEqual([[], [], false]);
    expect(judge(step('"${A}"'))).toEqual([[], [], false]);
    expect(judge(step())).toEqual([[], [], false]);
  });
});

describe('arguments', () => {
  it.each([
    ['{{args.a}}', ['a']],
    ['{{ args.a-b }} {{args.c.d}} {{args.a-b}}', ['a-b', 'c.d']],
    ['{{arg.a}} {args.b} {{ .Values.args.c }}', []],
    ['{{{{args.a}}}}', ['a']],
    ['{{args.', []],
  ])('of %s are %j', (text, expected) => expect(argNamesIn(text)).toEqual(expected));

  it('are found in every string of a metric', () => {
    const { object } = of(
      template(
        't',
        '{args: [{name: a}, {name: b, valueFrom: {}}, {value: c}], metrics: [{count: "{{args.a}}", provider: {job: {args: [1, "{{args.b}} {{args.c}}"]}}}]}',
      ),
    );
    const resource = object('AnalysisTemplate', 't');
    expect(declaredArgsOf(resource).map(({ name, isSet }) => [name, isSet])).toEqual([
      ['a', false],
      ['b', true],
    ]);
    const found = metricsOf(resource).flatMap(placeholdersIn);
    expect(found.map(({ name, at }) => [name, at.path])).toEqual([
      ['a', '/spec/metrics/0/count'],
      ['b', '/spec/metrics/0/provider/job/args/1'],
      ['c', '/spec/metrics/0/provider/job/args/1'],
    ]);
  });
});
