import type { V1ServicePort } from '@kubernetes/client-node';
import { defineRule, type Fix, type Node, offer, type Problem, setValue } from 'rollsafe';
import { hasPlaceholder, portNameProblem, servicePortNameProblem } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'Ports of a Service that the API refuses',
  why: `
The API server refuses the whole Service, and with it often the whole release, when

- it has several ports and one of them has no \`name\`;
- two ports have the same name, or the same \`port\` and \`protocol\`, or the same \`nodePort\` and \`protocol\`;
- a name isn't spelled as names of ports are: for \`name\` up to 63 lower-case letters, digits and hyphens; for a
  \`targetPort\` by name up to 15 of them with at least one letter, as the container's port has it;
- a number isn't between 1 and 65535.

The same port over TCP and UDP is two ports, and each needs a name of its own. A \`targetPort\` of digits in quotes is
\`port-number-quoted\`.
`,
  severity: 'error',
  references: [
    'https://kubernetes.io/docs/concepts/services-networking/service/#multi-port-services',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/apis/core/validation/validation.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go',
  ],
  examples: [
    {
      bad: `
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
  ports:
    - port: 80 # <-- error
    - port: 443
      name: https
`,
      good: `
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
  ports:
    - port: 80
      name: http
    - port: 443
      name: https
`,
    },
    {
      bad: `
apiVersion: v1
kind: Service
metadata:
  name: dns
spec:
  selector: {app: dns}
  ports:
    - name: dns # <-- related
      port: 53
    - name: dns # <-- error
      port: 53
      protocol: UDP
    - name: again
      port: 53 # <-- error
      protocol: TCP
`,
      good: `
apiVersion: v1
kind: Service
metadata:
  name: dns
spec:
  selector: {app: dns}
  ports:
    - name: dns-tcp
      port: 53
    - name: dns
      port: 53
      protocol: UDP
`,
    },
    {
      bad: `
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: Service
    metadata: {name: web}
    spec:
      type: NodePort
      ports:
        - {name: HTTP, port: 80} # <-- error
        - {name: admin_ui, port: 81} # <-- error
        - name: metrics
          port: 82
          targetPort: prometheus-metrics # <-- error
        - name: debug
          port: 83
          targetPort: Debug # <-- error
        - {name: low, port: 0} # <-- error
        - {name: high, port: 84, targetPort: 70000} # <-- error
        - {name: a, port: 85, nodePort: 30080}
        - {name: b, port: 86, nodePort: 30080} # <-- error
`,
    },
    // One port needs no name; 0 asks for a node port, or for the same target.
    {
      good: `
apiVersion: v1
kind: Service
metadata: {name: one}
spec: {ports: [{port: 80, targetPort: 0}]}
---
apiVersion: v1
kind: Service
metadata: {name: empty-name}
spec: {ports: [{name: "", port: 80, targetPort: ""}]}
---
apiVersion: v1
kind: Service
metadata: {name: node-ports}
spec: {type: NodePort, ports: [{name: a, port: 80, nodePort: 0}, {name: b, port: 81, nodePort: 0}]}
---
apiVersion: v1
kind: Service
metadata: {name: both-protocols}
spec: {type: NodePort, ports: [{name: a, port: 80, nodePort: 30080}, {name: b, port: 80, protocol: UDP, nodePort: 30080}]}
`,
    },
    // No ports at all, quoted digits, and what another tool fills in.
    {
      good: `
apiVersion: v1
kind: Service
metadata: {name: none}
spec: {clusterIP: None}
---
apiVersion: v1
kind: Service
metadata: {name: quoted}
spec: {ports: [{port: 80, targetPort: "8080"}]}
---
apiVersion: v1
kind: Service
metadata: {name: filled-in}
spec: {ports: [{name: $(A), port: 80}, {name: $(A), port: $(PORT), targetPort: "\${TARGET_PORT_NAME}"}]}
---
apiVersion: serving.knative.dev/v1
kind: Service
metadata: {name: other-kind}
spec: {ports: [{port: 80}, {port: 80}]}
`,
    },
  ],
  kinds: ['core/Service'],
  resource(service, { report }) {
    const ports = service.root.at('spec').at('ports').items();
    const problems = [
      ...missingNames(ports),
      ...repeated(ports, 'name', ({ at }) => at.string() || undefined),
      ...repeated(ports, 'port', overProtocol),
      ...repeated(ports, 'nodePort', overProtocol),
      ...ports.flatMap((port) => [...refusedNames(port), ...refusedNumbers(port)]),
    ];
    for (const { message, ...rest } of problems)
      report({ message: `${service.title} is refused: ${message}`, ...rest });
  },
});

type Port = Node<V1ServicePort>;

function missingNames(ports: readonly Port[]): Problem[] {
  const nameless = ports.filter((port) => !port.at('name').exists || port.at('name').string() === '');
  const [first] = nameless;
  if (!first || ports.length < 2) return [];
  const which = nameless.length === 1 ? 'one has' : `${nameless.length} have`;
  const message = `of its ${ports.length} ports ${which} no name`;
  return [{ at: first, message, fixes: namesFor(nameless, ports) }];
}

/** The name that a port is sent to by, or one made of its number. */
function namesFor(nameless: readonly Port[], ports: readonly Port[]): Fix[] {
  const names = nameless.map((port) => {
    const target = (port.at('targetPort') as Node).string();
    return target && !portNameProblem(target) ? target : `port-${port.at('port').integer() ?? '?'}`;
  });
  const all = [...names, ...ports.flatMap((port) => port.at('name').string() || [])];
  if (new Set(all).size < all.length || names.some(servicePortNameProblem)) return [];
  return offer(
    'suggestion',
    'Name the ports',
    ...nameless.map((port, at) => setValue(port.at('name'), names[at] ?? '')),
  );
}

interface Field {
  readonly at: Node;
  readonly port: Port;
}

/** Fields whose key, undefined where it doesn't count, an earlier port has too. */
function repeated(
  ports: readonly Port[],
  field: string,
  keyOf: (field: Field) => string | undefined,
): Problem[] {
  const seen = new Map<string, Node>();
  return ports.flatMap((port) => {
    const at = (port as Node).at(field);
    const key = keyOf({ at, port });
    if (key === undefined || hasPlaceholder(key)) return [];
    const earlier = seen.get(key);
    if (!earlier) seen.set(key, at);
    return earlier
      ? [
          {
            at,
            message: `the ${field} ${key} is there twice`,
            related: [{ at: earlier, message: 'the same one' }],
          },
        ]
      : [];
  });
}

/** A number of a port with its protocol; 0 is none. */
function overProtocol({ at, port }: Field): string | undefined {
  const number = at.integer();
  const protocol = port.at('protocol');
  const over = protocol.exists ? protocol.string() : 'TCP';
  return number && over ? `${number} over ${over}` : undefined;
}

function refusedNames(port: Port): Problem[] {
  const name = port.at('name');
  const target = port.at('targetPort') as Node;
  return [
    ...refused(name, 'name', servicePortNameProblem),
    ...refused(target, 'targetPort', portNameProblem),
  ];
}

const DIGITS = /^[0-9]*$/;

function refused(at: Node, field: string, problemOf: (name: string) => string | undefined): Problem[] {
  const name = at.string();
  if (!name || hasPlaceholder(name) || (field === 'targetPort' && DIGITS.test(name))) return [];
  const problem = problemOf(name);
  if (!problem) return [];
  const right = name.toLowerCase().replaceAll('_', '-');
  const fixes = problemOf(right) ? [] : offer('suggestion', `Write ${right}`, setValue(at, right));
  return [{ at, message: `the ${field} "${name}" ${problem}`, fixes }];
}

const MAX_PORT = 65535;

/** A `targetPort` or `nodePort` of 0 counts as absent. */
function refusedNumbers(port: Port): Problem[] {
  return (['port', 'targetPort', 'nodePort'] as const).flatMap((field) => {
    const at = port.at(field) as Node;
    const number = at.integer();
    const absent = number === undefined || (number === 0 && field !== 'port');
    if (absent || (number >= 1 && number <= MAX_PORT)) return [];
    return [{ at, message: `the ${field} ${number} isn't between 1 and ${MAX_PORT}` }];
  });
}
