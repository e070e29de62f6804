import {
  defineRule,
  type Fix,
  type Node,
  offer,
  type Resource,
  type ResourceIndex,
  setValue,
} from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'An Ingress sends to a Service, or a port of it, that is not there',
  why: `
An Ingress names the Service of its own namespace that answers, and one of its ports: by \`number\`, which is the Service's
\`port\` and not its \`targetPort\`, or by the \`name\` of a Service's port. The API accepts any name. Whoever calls gets 503, or
the default page of the controller; some controllers refuse the whole Ingress and with it the paths that are right.

Reported only where everything that is applied together is at hand (a folder, a rendered stream), and nothing else in the
project has such a Service. Of several versions only \`networking.k8s.io\` is looked at. Not reported: backends that are
resources, actions of the AWS load balancer (\`use-annotation\`), Services that an operator makes of a custom object with
that name, ports of an ExternalName Service, and the \`targetPort\` where ingress-nginx serves the Ingress, which takes it
too.
`,
  severity: 'error',
  references: [
    'https://kubernetes.io/docs/concepts/services-networking/ingress/#the-ingress-resource',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/apis/networking/types.go',
    'https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/ingress/annotations/#actions',
  ],
  examples: [
    {
      bad: `
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: shop
spec:
  rules:
    - host: shop.example.com
      http:
        paths:
          - path: /cart
            pathType: Prefix
            backend:
              service:
                name: cart # <-- error
                port: {number: 80}
          - path: /
            pathType: Prefix
            backend:
              service:
                name: web
                port:
                  number: 8080 # <-- error
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  ports: # <-- related
    - {name: http, port: 80, targetPort: 8080}
`,
      good: `
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: shop
spec:
  rules:
    - host: shop.example.com
      http:
        paths:
          - path: /cart
            pathType: Prefix
            backend:
              service:
                name: web
                port: {number: 80}
          - path: /
            pathType: Prefix
            backend:
              service:
                name: web
                port:
                  name: http
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  ports:
    - {name: http, port: 80, targetPort: 8080}
`,
    },
    // Default backends, a port by name, other namespaces.
    {
      bad: `
apiVersion: v1
kind: List
items:
  - apiVersion: networking.k8s.io/v1
    kind: Ingress
    metadata: {name: shop, namespace: shop}
    spec:
      defaultBackend: {service: {name: web, port: {name: https}}} # <-- error
      rules:
        - http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: elsewhere, port: {number: 80}}}}]} # <-- error
  - {apiVersion: v1, kind: Service, metadata: {name: web, namespace: shop}, spec: {ports: [{name: http, port: 80}]}}
  - {apiVersion: v1, kind: Service, metadata: {name: elsewhere, namespace: office}, spec: {ports: [{port: 80}]}}
`,
    },
    {
      bad: `
apiVersion: networking.k8s.io/v1beta1
kind: Ingress
metadata: {name: old}
spec:
  backend: {serviceName: nothing, servicePort: 80} # <-- error
  rules:
    - http:
        paths:
          - {path: /a, backend: {serviceName: web, servicePort: 8080}} # <-- error
          - {path: /b, backend: {serviceName: web, servicePort: https}} # <-- error
          - {path: /c, backend: {serviceName: web, servicePort: http}}
          - {path: /d, backend: {serviceName: web, servicePort: 80}}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {ports: [{name: http, port: 80}]}
`,
    },
    // Actions of the AWS load balancer, and a backend that is a resource.
    {
      good: `
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: shop
  annotations:
    alb.ingress.kubernetes.io/actions.ssl-redirect: '{"Type": "redirect", "RedirectConfig": {"StatusCode": "HTTP_301"}}'
spec:
  defaultBackend:
    resource: {apiGroup: k8s.example.com, kind: StorageBucket, name: static}
  rules:
    - http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: ssl-redirect, port: {name: use-annotation}}}}]}
`,
    },
    // A single file proves nothing, and the Service may be in another folder.
    {
      good: {
        files: {
          'ingress.yaml':
            'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: shop}\nspec: {defaultBackend: {service: {name: web, port: {number: 80}}}}\n',
        },
        closed: false,
      },
    },
    {
      good: {
        files: {
          'net/ingress.yaml':
            'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: shop}\nspec: {defaultBackend: {service: {name: web, port: {number: 80}}}}\n',
          'apps/web.yaml':
            'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n',
        },
      },
    },
    // Services that operators make.
    {
      good: `
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: search}
spec: {defaultBackend: {service: {name: search-es-http, port: {number: 9200}}}}
---
apiVersion: elasticsearch.k8s.elastic.co/v1
kind: Elasticsearch
metadata: {name: search}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: graphs}
spec: {defaultBackend: {service: {name: graphs, port: {number: 80}}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: graphs}
`,
    },
    // An ExternalName Service needs no ports; ingress-nginx takes the targetPort as well.
    {
      good: `
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: mail}
spec: {defaultBackend: {service: {name: mail, port: {number: 443}}}}
---
apiVersion: v1
kind: Service
metadata: {name: mail}
spec: {type: ExternalName, externalName: mail.example.com}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: shop}
spec:
  ingressClassName: nginx
  defaultBackend: {service: {name: web, port: {number: 8080}}}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: shop-too, annotations: {kubernetes.io/ingress.class: nginx}}
spec: {defaultBackend: {service: {name: web, port: {number: 8080}}}}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {ports: [{port: 80, targetPort: 8080}]}
`,
    },
    // Removed versions are api-version-removed; names and ports that are filled in later.
    {
      good: `
apiVersion: extensions/v1beta1
kind: Ingress
metadata: {name: removed}
spec: {backend: {serviceName: nothing, servicePort: 80}}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: filled-in}
spec: {defaultBackend: {service: {name: $(SERVICE), port: {number: 80}}}}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: filled-in-port}
spec: {defaultBackend: {service: {name: web, port: {name: $(PORT)}}}}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {ports: [{port: 80}]}
`,
    },
  ],
  kinds: ['networking.k8s.io/Ingress'],
  resource(ingress, { index, report }) {
    if (!index.isClosed(ingress as Resource)) return;
    const lacks = backendsOf(ingress.root).map((backend) => ({
      backend,
      lack: lackOf(backend, ingress as Resource, index),
    }));
    const reported = new Set<string>();
    for (const { backend, lack } of lacks) {
      if (!lack || reported.has(lack.what)) continue;
      reported.add(lack.what);
      const same = lacks.flatMap(({ lack: other }) => (other?.what === lack.what ? [other.at] : []));
      report({
        at: lack.at,
        message: `${ingress.title} sends ${backend.from} to ${lack.what}: these requests fail`,
        related: lack.related ? [{ at: lack.related, message: 'the ports that it has' }] : [],
        fixes: lack.related ? suggestionsOf(same, lack.related) : [],
      });
    }
  },
});

interface Backend {
  /** The requests that it gets, as messages name them. */
  readonly from: string;
  readonly service: Node;
  readonly port: Node;
}

function backendsOf(root: Node<unknown>): Backend[] {
  const spec = root.at('spec');
  const rules = (spec.at('rules').items() as Node[]).flatMap((rule) => {
    const host = rule.at('host').string() ?? '';
    const paths = rule.at('http').at('paths').items() as Node[];
    return paths.map((path) => backendOf(path.at('backend'), `${host}${path.at('path').string() ?? '/'}`));
  });
  const rest = 'what no rule matches';
  return [backendOf(spec.at('defaultBackend'), rest), backendOf(spec.at('backend'), rest), ...rules];
}

/** `service` in v1, `serviceName` and `servicePort` in v1beta1. */
function backendOf(backend: Node, from: string): Backend {
  const service = backend.at('service');
  if (!service.exists) return { from, service: backend.at('serviceName'), port: backend.at('servicePort') };
  const port = service.at('port');
  return {
    from,
    service: service.at('name'),
    port: port.at('number').exists ? port.at('number') : port.at('name'),
  };
}

interface Lack {
  readonly what: string;
  readonly at: Node;
  readonly related?: Node;
}

function lackOf({ service, port }: Backend, ingress: Resource, index: ResourceIndex): Lack | undefined {
  const name = service.string();
  const wanted = port.string() ?? port.integer();
  if (!name || hasPlaceholder(name) || wanted === USE_ANNOTATION) return undefined;
  const services = index.find({ type: 'core/Service', name, namespace: ingress.namespace }, ingress);
  const [first] = services;
  if (!first) {
    if (index.mayBeOperated(name)) return undefined;
    return { what: `Service "${name}", which isn't there`, at: service };
  }
  if (wanted === undefined || hasPlaceholder(String(wanted))) return undefined;
  if (services.some((one) => hasPort(one, wanted, isForNginx(ingress)))) return undefined;
  const ports = (first.root as Node).at('spec').at('ports');
  return { what: `${first.title}, which has no port ${wanted}`, at: port, related: ports };
}

/** The AWS load balancer takes the backend from an annotation; its name may be no Service. */
const USE_ANNOTATION = 'use-annotation';

const MOST_SUGGESTED = 3;

/** The ports of the Service, by number or by name as the Ingress asks for them. */
function suggestionsOf(wanted: readonly Node[], ports: Node): Fix[] {
  const byName = wanted[0]?.string() !== undefined;
  const found = ports.items().map((port) => (port as Node).at(byName ? 'name' : 'port'));
  return found.slice(0, MOST_SUGGESTED).flatMap((port) => {
    const right = port.string() ?? port.integer();
    if (right === undefined) return [];
    return offer('suggestion', `Send to port ${right}`, ...wanted.map((at) => setValue(at, right)));
  });
}

/** Whether the port is there, or can't be told. */
function hasPort(service: Resource, wanted: string | number, orTarget: boolean): boolean {
  const spec = (service.root as Node).at('spec');
  const ports = spec.at('ports').items() as Node[];
  if (spec.at('type').string() === 'ExternalName' || ports.length === 0) return true;
  return ports.some((port) => {
    const names = [port.at('port'), port.at('name'), ...(orTarget ? [port.at('targetPort')] : [])].map(
      textOf,
    );
    return (
      port.at('port').integer() === undefined || names.includes(String(wanted)) || names.some(hasPlaceholder)
    );
  });
}

function textOf(node: Node): string {
  return node.string() ?? String(node.integer() ?? '');
}

function isForNginx(ingress: Resource): boolean {
  const spec = (ingress.root as Node).at('spec');
  const annotations = (ingress.root as Node).at('metadata').at('annotations').fields();
  return (
    spec.at('ingressClassName').string()?.includes('nginx') === true ||
    ingress.annotation('kubernetes.io/ingress.class').string()?.includes('nginx') === true ||
    annotations.some(([key]) => key.startsWith('nginx.ingress.kubernetes.io/'))
  );
}
