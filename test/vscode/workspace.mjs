// The manifests that the editor is shown: a small shop with honest mistakes, one that only two files together make.
const DIGEST = `sha256:${'4f3c2b1a'.repeat(8)}`;

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: storefront
  annotations:
    kubernetes.io/change-cause: "2.4.0: a new basket"
spec:
  replicas: 3
  minReadySeconds: 10
  selector:
    matchLabels: {app: storefront}
  strategy:
    rollingUpdate:
      maxSurge: 0
      maxUnavailable: 100%
  template:
    metadata:
      labels: {app: storefront}
    spec:
      containers:
        - name: storefront
          image: registry.example.com/shop/storefront@${DIGEST}
          ports: [{name: http, containerPort: 8080}]
          readinessProbe: {httpGet: {path: "/ready/🚦", port: "8080"}}
`;

const service = `apiVersion: v1
kind: Service
metadata:
  name: storefront
spec:
  selector:
    app: storefront
    tier: web
  ports:
    - {name: http, port: 80, targetPort: http}
`;

const rollout = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 5
  revisionHistoryLimit: 5
  selector:
    matchLabels: {app: checkout}
  strategy:
    canary:
      maxSurge: 25%
      maxUnavailable: 0
      steps:
        - setWeight: 20
        - pause: {duration: 10m}
        - analysis:
            templates: [{templateName: error-rate}]
        - setWeight: 60
        - pause: {duration: 15m}
  template:
    metadata:
      labels: {app: checkout}
    spec:
      containers:
        - name: checkout
          image: registry.example.com/shop/checkout@${DIGEST}
          ports: [{name: http, containerPort: 8080}]
          readinessProbe: {httpGet: {path: /ready, port: http}}
`;

const analysis = `apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: error-rate
spec:
  metrics:
    - name: error-rate
      interval: 1m
      count: 5
      failureLimit: 1
      successCondition: len(result) > 0 && result[0] < 0.05
      provider:
        prometheus:
          address: http://prometheus.monitoring:9090
          query: sum(rate(http_requests_total{app="checkout",code=~"5.."}[2m])) / sum(rate(http_requests_total{app="checkout"}[2m]))
`;

export const FILES = {
  'rollsafe.yaml': 'preset: recommended\n',
  'deployment.yaml': deployment,
  'service.yaml': service,
  'rollout.yaml': rollout,
  'analysis.yaml': analysis,
};
