import {
  analysesUsing,
  defineRule,
  durationFixes,
  type Fix,
  metricsToRun,
  type Node,
  offer,
  providersOf,
  type Resource,
  type ResourceIndex,
  removeEntry,
  rewriteText,
  setValue,
  suggestValues,
  templatesNesting,
  titleOfMetric,
} from 'rollsafe';
import { hasPlaceholder, metricNumber, parseGoDuration } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A metric that the controller refuses to run',
  why: `
Nobody checks a metric when it is applied. The controller does when the AnalysisRun starts, in the middle of a release: the run
ends as Error at once, and the release is aborted although nothing is wrong with the new version. Refused are

- an \`interval\` or \`initialDelay\` that isn't a duration as Go writes it (\`30s\`, \`5m\`, \`1h30m\`): \`60\` has no unit, and there are no days;
- a \`count\` above 1 without an \`interval\`;
- a \`count\` below \`failureLimit\` and \`consecutiveSuccessLimit\` together, or below \`inconclusiveLimit\`;
- limits below 0, save \`failureLimit: -1\`, which turns that limit off and needs a \`consecutiveSuccessLimit\`;
- no provider, or several in one metric; no metrics at all;
- a Prometheus \`address\` that is no URL; a web request with both \`body\` and \`jsonBody\`, or with one of them as a GET;
- a \`dryRun\` or \`measurementRetention\` whose \`metricName\` is no regular expression: \`*\` alone isn't one.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/factory.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/prometheus/prometheus.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/webmetric/webmetric.go',
    'https://pkg.go.dev/time#ParseDuration',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: errors
spec:
  metrics:
    - name: errors
      initialDelay: "60" # <--
      interval: 1d # <--
      count: 3
      failureLimit: 1
      successCondition: result[0] < 0.02
      provider:
        prometheus:
          address: http://prometheus.monitoring:9090
          query: sum(rate(errors_total[5m]))
`,
      fixed: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: errors
spec:
  metrics:
    - name: errors
      initialDelay: "60"
      interval: 24h
      count: 3
      failureLimit: 1
      successCondition: result[0] < 0.02
      provider:
        prometheus:
          address: http://prometheus.monitoring:9090
          query: sum(rate(errors_total[5m]))
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: errors
spec:
  metrics:
    - name: errors
      initialDelay: 60s
      interval: 24h
      count: 3
      failureLimit: 1
      successCondition: result[0] < 0.02
      provider:
        prometheus:
          address: http://prometheus.monitoring:9090
          query: sum(rate(errors_total[5m]))
`,
    },
    // Counts and limits, as numbers and as texts.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: ClusterAnalysisTemplate
metadata:
  name: limits
spec:
  metrics:
    - {name: no-interval, count: 3, provider: {job: {spec: {}}}} # <--
    - name: too-many-failures
      interval: 1m
      count: "3"
      failureLimit: 4 # <--
      provider: {job: {spec: {}}}
    - name: failures-and-successes
      interval: 1m
      count: 3
      failureLimit: 2 # <--
      consecutiveSuccessLimit: 2
      provider: {job: {spec: {}}}
    - name: too-many-doubts
      interval: 1m
      count: 3
      inconclusiveLimit: 4 # <--
      provider: {job: {spec: {}}}
    - name: negative
      interval: 1m
      failureLimit: -2 # <--
      inconclusiveLimit: -1 # <--
      consecutiveErrorLimit: "-1" # <--
      consecutiveSuccessLimit: -1 # <--
      provider: {job: {spec: {}}}
    - name: nothing-limits
      interval: 1m
      failureLimit: -1 # <--
      provider: {job: {spec: {}}}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: ClusterAnalysisTemplate
metadata:
  name: limits
spec:
  metrics:
    - {name: once, count: 1, provider: {job: {spec: {}}}}
    - name: as-many-failures
      interval: 1m
      count: "3"
      failureLimit: 3
      inconclusiveLimit: 3
      provider: {job: {spec: {}}}
    - name: failures-and-successes
      interval: 1m
      count: 4
      failureLimit: 2
      consecutiveSuccessLimit: 2
      provider: {job: {spec: {}}}
    - name: endless
      interval: 1m
      failureLimit: 30
      provider: {job: {spec: {}}}
    - name: successes-only
      interval: 1m
      failureLimit: -1
      consecutiveErrorLimit: 0
      consecutiveSuccessLimit: 3
      provider: {job: {spec: {}}}
    - name: by-arguments
      interval: "{{args.interval}}"
      count: "{{args.count}}"
      failureLimit: "{{args.limit}}"
      provider: {job: {spec: {}}}
    - name: empty-texts
      interval: ""
      initialDelay: ""
      provider: {job: {spec: {}}}
`,
    },
    // Providers.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisRun
metadata:
  name: providers
spec:
  metrics:
    - name: none
      provider: {} # <--
    - name: two
      provider: # <--
        prometheus: {address: "http://prometheus:9090", query: up}
        web: {url: "http://web/health"}
    - name: two-plugins
      provider: # <--
        plugin: {example/one: {}, example/two: {}}
    - name: no-url
      provider:
        prometheus: {address: "prometheus:9090", query: up} # <--
    - name: get-with-body
      provider:
        web:
          url: http://web/check
          body: hello # <--
    - name: two-bodies
      provider:
        web:
          url: http://web/check
          method: POST
          body: hello # <--
          jsonBody: {hello: there}
`,
      fixed: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisRun
metadata:
  name: providers
spec:
  metrics:
    - name: none
      provider: {}
    - name: two
      provider:
        prometheus: {address: "http://prometheus:9090", query: up}
        web: {url: "http://web/health"}
    - name: two-plugins
      provider:
        plugin: {example/one: {}, example/two: {}}
    - name: no-url
      provider:
        prometheus: {address: "http://prometheus:9090", query: up}
    - name: get-with-body
      provider:
        web:
          url: http://web/check
          body: hello
    - name: two-bodies
      provider:
        web:
          url: http://web/check
          method: POST
          body: hello
          jsonBody: {hello: there}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisRun
metadata:
  name: providers
spec:
  metrics:
    - name: one
      provider:
        prometheus: {address: "http://prometheus:9090", query: up}
        web: null
    - name: address-of-the-controller
      provider:
        prometheus: {query: up}
    - name: address-by-argument
      provider:
        prometheus: {address: "{{args.address}}", query: up}
    - name: plugin
      provider:
        plugin: {example/one: {}}
    - name: post
      provider:
        web: {url: "http://web/check", method: PUT, jsonBody: {hello: there}}
    - name: method-by-argument
      provider:
        web: {url: "http://web/check", method: "{{args.method}}", body: hello}
`,
    },
    // Nothing to measure; patterns that are none.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: nothing
spec: # <--
  args:
    - name: service
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisRun
metadata:
  name: nothing
spec:
  metrics: [] # <--
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: patterns
spec:
  metrics:
    - {name: errors, provider: {job: {spec: {}}}}
  dryRun:
    - metricName: "*" # <--
  measurementRetention:
    - metricName: "*" # <--
      limit: 10
    - metricName: errors
      limit: 0 # <--
`,
      fixed: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: nothing
spec:
  args:
    - name: service
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisRun
metadata:
  name: nothing
spec:
  metrics: []
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: patterns
spec:
  metrics:
    - {name: errors, provider: {job: {spec: {}}}}
  dryRun:
    - metricName: "*"
  measurementRetention:
    - metricName: ".*"
      limit: 10
    - metricName: errors
      limit: 0
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: all
spec:
  templates:
    - templateName: errors
    - templateName: defaults
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: defaults
spec:
  args:
    - {name: service, value: web}
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: errors
spec:
  metrics:
    - {name: errors, provider: {job: {spec: {}}}}
  dryRun:
    - metricName: err.*
  measurementRetention:
    - metricName: errors
      limit: 10
`,
    },
    // One that has run already isn't judged.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisRun
metadata:
  name: web-6c5f7d9b8-2
spec:
  metrics:
    - {name: errors, count: 3, provider: {job: {spec: {}}}}
status:
  phase: Error
`,
    },
  ],
  kinds: ['argoproj.io/AnalysisTemplate', 'argoproj.io/ClusterAnalysisTemplate', 'argoproj.io/AnalysisRun'],
  resource(resource, { index, report }) {
    const owner = resource as Resource;
    const faults = [
      ...nothingToMeasure(owner, index),
      ...metricsToRun(owner).flatMap((metric) => [
        ...durationFaults(metric),
        ...numberFaults(metric),
        ...providerFaults(metric),
      ]),
      ...patternFaults(owner),
    ];
    for (const { at, message, fixes = [] } of faults)
      report({ at, message: `${message}: the analysis ends with an error as soon as it starts`, fixes });
  },
});

interface Fault {
  readonly at: Node;
  readonly message: string;
  readonly fixes?: readonly Fix[];
}

function nothingToMeasure(owner: Resource, index: ResourceIndex): Fault[] {
  const spec = (owner.root as Node).at('spec');
  const metrics = spec.at('metrics');
  const isRun = owner.type === 'argoproj.io/AnalysisRun';
  if (!spec.isMap || metrics.items().length > 0 || spec.at('templates').items().length > 0) return [];
  if ((metrics.exists || isRun) && !metrics.isList) return [];
  if (isRun && (owner.root as Node).at('status').exists) return [];
  const isPart =
    templatesNesting(owner, index).length > 0 ||
    analysesUsing(owner, index).some(({ references }) => references.length > 1);
  return isPart ? [] : [{ at: metrics, message: `${owner.title} has no metrics` }];
}

function durationFaults(metric: Node): Fault[] {
  return [metric.at('interval'), metric.at('initialDelay')].flatMap((at, index) => {
    const text = at.string();
    if (!text || hasPlaceholder(text) || parseGoDuration(text) !== undefined) return [];
    return {
      at,
      message: `the ${index === 0 ? 'interval' : 'initialDelay'} "${text}" of ${titleOfMetric(metric)} is no duration`,
      fixes: durationFixes(at),
    };
  });
}

const LIMITS = [
  'failureLimit',
  'inconclusiveLimit',
  'consecutiveErrorLimit',
  'consecutiveSuccessLimit',
] as const;

/** 0 for what is absent or can't be read. */
function numberAt(node: Node): number {
  return metricNumber(node.value) ?? 0;
}

function numberFaults(metric: Node): Fault[] {
  const title = titleOfMetric(metric);
  const interval = metric.at('interval');
  const count = numberAt(metric.at('count'));
  const faults: Fault[] = [];
  if (count > 1 && (!interval.exists || interval.string() === ''))
    faults.push({
      at: metric.at('count'),
      message: `${title} measures ${count} times and has no interval`,
      fixes: suggestValues(interval, ['1m']),
    });
  for (const field of LIMITS) {
    const at = metric.at(field);
    const limit = numberAt(at);
    const least = field === 'failureLimit' ? -1 : 0;
    if (limit < least)
      faults.push({
        at,
        message: `the ${field} of ${title} is ${limit}, and the least is ${least}`,
        fixes: suggestValues(at, [0]),
      });
  }
  return [...faults, ...limitFaults(metric, count)];
}

function limitFaults(metric: Node, count: number): Fault[] {
  const title = titleOfMetric(metric);
  const [failureLimit, inconclusiveLimit, successLimit] = [
    metric.at('failureLimit'),
    metric.at('inconclusiveLimit'),
    metric.at('consecutiveSuccessLimit'),
  ];
  const failures = Math.max(0, numberAt(failureLimit));
  const successes = Math.max(0, numberAt(successLimit));
  const faults: Fault[] = [];
  if (count > 0 && count < failures + successes) {
    const sum = successes > 0 ? `${failures} and the consecutiveSuccessLimit is ${successes}` : `${failures}`;
    faults.push({
      at: failures > 0 ? failureLimit : successLimit,
      message: `${title} measures ${times(count)}, but the failureLimit is ${sum}`,
      fixes: fits(failures > 0 ? failureLimit : successLimit, count, successes),
    });
  }
  if (count > 0 && count < numberAt(inconclusiveLimit))
    faults.push({
      at: inconclusiveLimit,
      message: `${title} measures ${times(count)}, but the inconclusiveLimit is ${numberAt(inconclusiveLimit)}`,
      fixes: suggestValues(inconclusiveLimit, [count]),
    });
  if (numberAt(failureLimit) === -1 && (!successLimit.exists || metricNumber(successLimit.value) === 0))
    faults.push({
      at: failureLimit,
      message: `neither failures nor successes limit ${title}`,
      fixes: offer('suggestion', 'Remove failureLimit', removeEntry(failureLimit)),
    });
  return faults;
}

/** The highest limit that can be exceeded within the count, or the most successes that it can hold. */
function fits(limit: Node, count: number, successes: number): Fix[] {
  const most = limit.key === 'consecutiveSuccessLimit' ? count : count - Math.max(1, successes);
  return most < 0 ? [] : suggestValues(limit, [most]);
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

const PROVIDERS = new Set(
  'prometheus job web wavefront kayenta datadog newRelic cloudWatch graphite influxdb skywalking plugin'.split(
    ' ',
  ),
);

function providerFaults(metric: Node): Fault[] {
  const at = metric.at('provider');
  const title = titleOfMetric(metric);
  if (!at.isMap) return [];
  const all = providersOf(metric);
  if (all.length === 0) return [{ at, message: `${title} has no provider` }];
  const known = all.filter(({ name }) => PROVIDERS.has(name));
  if (known.length > 1)
    return [
      {
        at,
        message: `${title} has ${known.length} providers, and only one is allowed`,
        fixes: all.length === 2 ? oneOf(at) : [],
      },
    ];
  return [...addressFaults(at.at('prometheus').at('address')), ...bodyFaults(at.at('web'))];
}

const URL_WITH_HOST = /^[a-z][a-z0-9+.-]*:\/\/[^/]/i;

function addressFaults(at: Node): Fault[] {
  const text = at.string();
  if (!text || hasPlaceholder(text) || URL_WITH_HOST.test(text)) return [];
  const isHost = /^[\w-]+(?:\.[\w-]+)*(?::\d+)?(?:\/\S*)?$/.test(text);
  const url = `http://${text}`;
  return [
    {
      at,
      message: `the address "${text}" of Prometheus is no URL`,
      fixes: isHost ? offer('unsafe', `Write ${url}`, rewriteText(at, url)) : [],
    },
  ];
}

function bodyFaults(web: Node): Fault[] {
  const body = web.at('body').string() ? web.at('body') : undefined;
  const json = web.at('jsonBody').exists ? web.at('jsonBody') : undefined;
  if (body && json)
    return [
      {
        at: body,
        message: 'the request has both body and jsonBody',
        fixes: [...without(body), ...without(json)],
      },
    ];
  const at = body ?? json;
  const method = web.at('method').exists ? web.at('method').string() : 'GET';
  if (!at || method !== 'GET') return [];
  const fixes = suggestValues(web.at('method'), ['POST']);
  return [{ at, message: 'the request is a GET and has a body', fixes }];
}

/** One of two providers, or of two plugins. */
function oneOf(provider: Node): Fix[] {
  const plugins = provider.at('plugin').fields();
  const both = plugins.length === 2 ? plugins : provider.fields().filter(([, node]) => node.exists);
  return both.flatMap(([, node]) => without(node));
}

function without(field: Node): Fix[] {
  return offer('suggestion', `Remove ${field.key}`, removeEntry(field));
}

function patternFaults(owner: Resource): Fault[] {
  const spec = (owner.root as Node).at('spec');
  if ((owner.root as Node).at('status').exists) return [];
  const retentions = spec.at('measurementRetention').items();
  const patterns = [...spec.at('dryRun').items(), ...retentions].map((item) => item.at('metricName'));
  return [
    ...patterns.flatMap((at) => {
      const text = at.string();
      return text && /^[*+?]/.test(text)
        ? { at, message: `"${text}" is no regular expression`, fixes: anyBeginning(at, text) }
        : [];
    }),
    ...retentions.flatMap((item) => {
      const at = item.at('limit');
      const limit = at.integer();
      return limit !== undefined && limit <= 0
        ? {
            at,
            message: `measurementRetention keeps ${limit} measurements, and the least is 1`,
            fixes: suggestValues(at, [10]),
          }
        : [];
    }),
  ];
}

/** `*` as file names have it. A dry run of everything is no fix. */
function anyBeginning(at: Node, text: string): Fix[] {
  const isDryRun = at.parent?.parent?.key === 'dryRun';
  return /^\*[\w.-]*$/.test(text) && !(isDryRun && text === '*')
    ? offer('unsafe', `Write .${text}`, setValue(at, `.${text}`))
    : [];
}
