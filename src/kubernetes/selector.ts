// Label selectors: which labels they match, and whether two of them can meet. Reading them is in
// read-selector.ts.

export { readLabelSelector, readMapSelector } from './read-selector.ts';

/**
 * The labels of one object. Only own properties count, so that no label is inherited from `Object.prototype`.
 */
export type Labels = Readonly<Record<string, string>>;

/** One condition on one label key; `values` is empty for `Exists` and `DoesNotExist`. */
export type Requirement = {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  readonly values: readonly string[];
};

/** All requirements must hold; an empty list selects everything. */
export type Selector = readonly Requirement[];

/**
 * Whether labels satisfy every requirement; `NotIn` and `DoesNotExist` also match when the key is absent.
 *
 * Source: apimachinery pkg/labels/selector.go Requirement.Matches.
 */
export function matches(selector: Selector, labels: Labels): boolean {
  return selector.every((requirement) => holds(requirement, labels));
}

function holds({ key, operator, values }: Requirement, labels: Labels): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
  }
}

/**
 * Whether some set of labels could satisfy both selectors. Keys are independent of each other, and the values
 * of a label are taken as unlimited, so only `In` can run out of them. False too when one selector
 * contradicts itself.
 *
 * Source: follows from apimachinery pkg/labels/selector.go Requirement.Matches.
 */
export function overlap(a: Selector, b: Selector): boolean {
  const byKey = new Map<string, Requirement[]>();
  for (const requirement of [...a, ...b]) {
    const others = byKey.get(requirement.key);
    if (others === undefined) byKey.set(requirement.key, [requirement]);
    else others.push(requirement);
  }
  return [...byKey.values()].every(satisfiable);
}

/** Whether requirements that are all about the same key can hold together. */
function satisfiable(requirements: readonly Requirement[]): boolean {
  const valuesOf = (wanted: Requirement['operator']) =>
    requirements.filter(({ operator }) => operator === wanted).map(({ values }) => new Set(values));
  const allowed = valuesOf('In');
  const present = allowed.length > 0 || valuesOf('Exists').length > 0;
  if (present && valuesOf('DoesNotExist').length > 0) return false;
  const [first, ...rest] = allowed;
  if (first === undefined) return true;
  const excluded = valuesOf('NotIn');
  return [...first].some(
    (value) => rest.every((set) => set.has(value)) && !excluded.some((set) => set.has(value)),
  );
}

/**
 * The `In` requirements (`matchLabels` among them): a matching set of labels has one of the values of each.
 */
export function equalities(selector: Selector): readonly Requirement[] {
  return selector.filter(({ operator }) => operator === 'In');
}

/**
 * Keys that controllers add to pods at run time, so that no manifest carries them.
 *
 * Source: kubernetes staging/src/k8s.io/api apps/v1/types.go, batch/v1/types.go and pkg/apis/batch/types.go;
 * argo-rollouts pkg/apis/rollouts/v1alpha1/types.go DefaultRolloutUniqueLabelKey.
 */
export const CONTROLLER_LABELS: ReadonlySet<string> = new Set([
  'pod-template-hash',
  'rollouts-pod-template-hash',
  'controller-revision-hash',
  'statefulset.kubernetes.io/pod-name',
  'apps.kubernetes.io/pod-index',
  'job-name',
  'batch.kubernetes.io/job-name',
  'controller-uid',
  'batch.kubernetes.io/controller-uid',
  'batch.kubernetes.io/job-completion-index',
]);

/**
 * The selector without requirements on `CONTROLLER_LABELS`; what is left can be held against a manifest's
 * labels.
 */
export function withoutControllerLabels(selector: Selector): Selector {
  return selector.filter(({ key }) => !CONTROLLER_LABELS.has(key));
}

/**
 * The selector as `kubectl get -l` takes it, in the order of the requirements: `app=web,tier in (a,b),!x,y`.
 * A selector of everything gives the empty string.
 *
 * Source: apimachinery pkg/labels/selector.go Requirement.String (which also sorts).
 */
export function formatSelector(selector: Selector): string {
  return selector.map(formatRequirement).join(',');
}

function formatRequirement({ key, operator, values }: Requirement): string {
  switch (operator) {
    case 'In':
      return values.length === 1 ? `${key}=${values[0]}` : `${key} in (${values.join(',')})`;
    case 'NotIn':
      return `${key} notin (${values.join(',')})`;
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
  }
}
