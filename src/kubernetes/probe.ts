// Probes with the defaults that the API server fills in.

type Fields = Readonly<Record<string, unknown>>;

/**
 * The numbers of a probe that is written without them; 0 counts as absent.
 *
 * Source: kubernetes pkg/apis/core/v1/defaults.go SetDefaults_Probe.
 */
const DEFAULT_NUMBERS: Fields = {
  initialDelaySeconds: 0,
  timeoutSeconds: 1,
  periodSeconds: 10,
  successThreshold: 1,
  failureThreshold: 3,
};

/** The numbers of a probe; seconds, and answers in a row. */
export interface ProbeNumbers {
  readonly initialDelaySeconds: number;
  readonly timeoutSeconds: number;
  readonly periodSeconds: number;
  readonly successThreshold: number;
  readonly failureThreshold: number;
}

/**
 * The numbers of a probe with their defaults; undefined for what is no map, and when one of them is no whole number or
 * negative, which is refused. Never throws.
 *
 * Source: as above; kubernetes pkg/apis/core/validation/validation.go validateProbe.
 */
export function probeNumbers(probe: unknown): ProbeNumbers | undefined {
  if (!isMap(probe)) return undefined;
  const filled = withDefaults(probe, DEFAULT_NUMBERS);
  const count = (field: keyof ProbeNumbers): number => {
    const number = filled[field];
    return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : Number.NaN;
  };
  const numbers: ProbeNumbers = {
    initialDelaySeconds: count('initialDelaySeconds'),
    timeoutSeconds: count('timeoutSeconds'),
    periodSeconds: count('periodSeconds'),
    successThreshold: count('successThreshold'),
    failureThreshold: count('failureThreshold'),
  };
  return Object.values(numbers).some(Number.isNaN) ? undefined : numbers;
}

/** What a handler is that is written without them; an empty text counts as absent. Source: as above. */
const DEFAULT_HANDLERS: Readonly<Record<string, Fields>> = {
  httpGet: { path: '/', scheme: 'HTTP', host: '', httpHeaders: [] },
  tcpSocket: { host: '' },
  grpc: { service: '' },
};

/**
 * Whether two probes ask the same question at the same moments: equal in every field once defaults are filled
 * in, null and absent fields being the same. Values that are no maps are equal to nothing. Never throws.
 */
export function sameProbe(a: unknown, b: unknown): boolean {
  return isMap(a) && isMap(b) && sameValue(withProbeDefaults(a), withProbeDefaults(b));
}

function withProbeDefaults(probe: Fields): Fields {
  const filled: Record<string, unknown> = withDefaults(probe, DEFAULT_NUMBERS);
  for (const [handler, defaults] of Object.entries(DEFAULT_HANDLERS)) {
    const value = filled[handler];
    if (isMap(value)) filled[handler] = withDefaults(value, defaults);
  }
  return filled;
}

function withDefaults(fields: Fields, defaults: Fields): Record<string, unknown> {
  const filled: Record<string, unknown> = { ...defaults };
  for (const [key, value] of Object.entries(fields)) {
    if (value !== null && value !== undefined && value !== 0 && value !== '') filled[key] = value;
  }
  return filled;
}

function sameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameValue(item, b[index]));
  if (!isMap(a) || !isMap(b)) return a === b;
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return keys.every((key) => sameValue(own(a, key), own(b, key)));
}

/** Null is absent. */
function own(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? (fields[key] ?? undefined) : undefined;
}

function isMap(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
