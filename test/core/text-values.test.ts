import { expect, it } from 'vitest';
import { annotationsIn, labelsIn } from '../../src/core/objects/text-values.ts';
import { resourcesIn } from '../../src/core/resource.ts';
import { Source } from '../../src/core/source.ts';
import { readStream } from '../../src/core/yaml/index.ts';

function pod(metadata: string, spec = '{}') {
  const source = new Source('a.yaml', `apiVersion: v1\nkind: Pod\nmetadata: ${metadata}\nspec: ${spec}\n`);
  const [document] = readStream(source.text).flatMap((part) => part.read());
  const [resource] = document ? resourcesIn(source, document) : [];
  if (!resource) throw new Error(metadata);
  return resource;
}

const keys = (values: readonly { readonly key: string }[]) => values.map(({ key }) => key).sort();

it('a value that an alias shows again belongs to its own key', () => {
  expect(keys(annotationsIn(pod('{annotations: {n1: x, n2: &anc 5, o: *anc, p: *anc}}')))).toEqual([
    'n1',
    'n2',
  ]);
  expect(keys(labelsIn(pod('{labels: {n2: &anc 5}}', '{nodeSelector: {o: *anc}}')))).toEqual(['n2']);
});

it('and to the first alias where its own key is none of these', () => {
  expect(keys(labelsIn(pod('{name: &anc 5, labels: {o: *anc, p: *anc}}')))).toEqual(['o']);
});
