/** Custom objects that an operator turns into other objects: pods, Services and the like, which no manifest shows. */
import type { Resource } from '../resource.ts';

const BUILT_IN_GROUP = /^(?:core|apps|batch|autoscaling|policy|extensions|[a-z.]+\.k8s\.io)\//;
/** Argo Rollouts' own kinds; Argo CD's are of the same group. */
const ROLLOUTS = /^argoproj\.io\/(?:Rollout|Experiment|(?:Cluster)?Analysis(?:Template|Run))$/;
/** Groups and kinds that route, observe, scale or configure. */
const OTHER_GROUP =
  /(?:^|\.)(?:istio\.io|gateway\.networking\.k8s\.io|traefik\.io|traefik\.containo\.us|cert-manager\.io|external-secrets\.io|kyverno\.io|keda\.sh|gatekeeper\.sh)\//;
const OTHER_KIND =
  /(?:Monitor|Rule|Route|Policy|Secret|Issuer|Certificate|Middleware|Binding|Template|Config)$/;

/** Whether an operator may make pods or Services of an object. */
export function isOperated({ type }: Resource): boolean {
  return ![BUILT_IN_GROUP, ROLLOUTS, OTHER_GROUP, OTHER_KIND].some((known) => known.test(type));
}
