// Selectors from the values of a manifest. Whether keys and values are well-formed labels isn't judged here.
import type { Requirement, Selector } from './selector.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The selector that a LabelSelector (`{matchLabels, matchExpressions}`) means. Undefined, which selects
 * nothing, for null and absent values, and for a malformed one: not a map, a map with unknown fields only, an
 * unknown operator (`Gt` and `Lt` belong to node selectors), `In` or `NotIn` without values, `Exists` or
 * `DoesNotExist` with values, or a key or value that is no string. `{}` selects everything. Never throws.
 *
 * Source: apimachinery pkg/apis/meta/v1/helpers.go LabelSelectorAsSelector; pkg/labels/selector.go
 * NewRequirement.
 */
export function readLabelSelector(value: unknown): Selector | undefined {
  if (!isMap(value)) return undefined;
  const known = Object.hasOwn(value, 'matchLabels') || Object.hasOwn(value, 'matchExpressions');
  if (!known && Object.keys(value).length > 0) return undefined;
  const labels = readPairs(own(value, 'matchLabels') ?? {});
  const expressions = readExpressions(own(value, 'matchExpressions') ?? []);
  return labels === undefined || expressions === undefined ? undefined : [...labels, ...expressions];
}

/**
 * The selector that a plain map of labels (a Service's, a ReplicationController's) means: every pair must be
 * there. Undefined, which selects nothing, for absent, null and empty maps and when a value is no string.
 * Never throws.
 *
 * Source: kubernetes pkg/controller/endpointslice (a Service without a selector has no endpoints of its own);
 * apimachinery pkg/labels/labels.go Set.AsSelector.
 */
export function readMapSelector(value: unknown): Selector | undefined {
  const requirements = readPairs(value);
  return requirements === undefined || requirements.length === 0 ? undefined : requirements;
}

function readPairs(value: unknown): readonly Requirement[] | undefined {
  if (!isMap(value)) return undefined;
  const requirements: Requirement[] = [];
  for (const [key, label] of Object.entries(value)) {
    if (typeof label !== 'string') return undefined;
    requirements.push({ key, operator: 'In', values: [label] });
  }
  return requirements;
}

function readExpressions(value: unknown): readonly Requirement[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const requirements: Requirement[] = [];
  for (const expression of value) {
    const requirement = readExpression(expression);
    if (requirement === undefined) return undefined;
    requirements.push(requirement);
  }
  return requirements;
}

function readExpression(expression: unknown): Requirement | undefined {
  if (!isMap(expression)) return undefined;
  const key = own(expression, 'key');
  const operator = own(expression, 'operator');
  const values = own(expression, 'values') ?? [];
  if (typeof key !== 'string' || !isStrings(values)) return undefined;
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length > 0 ? { key, operator, values } : undefined;
    case 'Exists':
    case 'DoesNotExist':
      return values.length === 0 ? { key, operator, values } : undefined;
    default:
      return undefined;
  }
}

function isMap(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function own(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}
