// The ways into a Service: Ingresses of its bundle, and its own type.
import { expect, it } from 'vitest';
import { exposuresOf } from '../../src/core/objects/exposure.ts';
import { backendNamesOf } from '../../src/core/objects/ingress-backends.ts';
import { inputsOf, projectOf } from './reading.ts';

const service = (type: string, namespace = 'a') =>
  `apiVersion: v1\nkind: Service\nmetadata: {name: web, namespace: ${namespace}}\nspec: {type: ${type}}\n`;
const ingress = (name: string, spec: string, group = 'networking.k8s.io/v1') =>
  `apiVersion: ${group}\nkind: Ingress\nmetadata: {name: ${name}}\nspec: ${spec}\n`;

function waysIn(files: Record<string, string>) {
  const { index } = projectOf(inputsOf(files));
  const web = index.everything.find(({ kind }) => kind === 'Service');
  return web ? exposuresOf('web', web, index).map(({ title }) => title) : undefined;
}

it.each([
  ['ClusterIP', []],
  ['LoadBalancer', ['the LoadBalancer of Service "web"']],
  ['NodePort', ['the NodePort of Service "web"']],
  ['[]', []],
])('type %s', (type, ways) => {
  expect(waysIn({ 'a/web.yaml': service(type) })).toEqual(ways);
});

it('Ingresses of the same bundle', () => {
  const toWeb = ingress('in', '{defaultBackend: {service: {name: web, port: {number: 80}}}}');
  const toOther = ingress('other', '{defaultBackend: {service: {name: api, port: {number: 80}}}}');
  expect(waysIn({ 'a/web.yaml': service('ClusterIP'), 'a/in.yaml': toWeb, 'a/other.yaml': toOther })).toEqual(
    ['Ingress "in"'],
  );
  expect(waysIn({ 'a/web.yaml': service('ClusterIP'), 'b/in.yaml': toWeb })).toEqual([]);
});

it.each([
  [
    '{rules: [{http: {paths: [{backend: {service: {name: web}}}, {backend: {service: {name: api}}}]}}]}',
    ['web', 'api'],
  ],
  ['{backend: {serviceName: web, servicePort: 80}}', ['web']],
  ['{defaultBackend: {service: {name: web, port: {name: use-annotation}}}}', []],
  ['{backend: {serviceName: web, servicePort: use-annotation}}', []],
  ['{defaultBackend: {service: {name: 3}}, rules: [1, {http: x}]}', []],
])('the backends of %s', (spec, names) => {
  for (const group of ['networking.k8s.io/v1', 'extensions/v1beta1']) {
    const [found] = projectOf(inputsOf({ 'in.yaml': ingress('in', spec, group) })).index.everything;
    expect(found && backendNamesOf(found).map((node) => node.string())).toEqual(names);
  }
});
