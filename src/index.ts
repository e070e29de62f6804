/** The public entry: what a rule imports, and the engine for other programs. */
export {
  type Analysis,
  type AnalysisArg,
  type AnalysisPlace,
  type AnalysisTemplates,
  type ArgPlaceholder,
  analysesOf,
  analysesUsing,
  argNamesIn,
  declaredArgsOf,
  experimentsOf,
  metricsOf,
  nestedReferencesOf,
  placeholdersIn,
  refusalOf,
  type TemplateReference,
  templatesNesting,
  templatesOf,
} from './core/analysis.ts';
export { blueGreenOf } from './core/blue-green.ts';
export type { Bundle, Input } from './core/bundle.ts';
export {
  type CanaryStep,
  canaryOf,
  canaryStepsOf,
  fullWeightOf,
  hasBackgroundAnalysis,
  isCheck,
  isRouted,
  STEP_KINDS,
  type StepKind,
} from './core/canary-steps.ts';
export { type Claim, type ClaimReach, claimsOf } from './core/claims.ts';
export { followsChanges, missesChanges } from './core/config-changes.ts';
export {
  type ConfigReference,
  configReferencesOf,
  objectsNamedBy,
  subPathsOf,
  titleOfReference,
} from './core/config-references.ts';
export { type Exposure, exposuresOf } from './core/exposure.ts';
export type { Counts, Finding, RelatedPlace, Report, ResourceId, Severity } from './core/finding.ts';
export type { Edit, Fix } from './core/fix.ts';
export { type HostPort, hostPortsOf } from './core/host-ports.ts';
export { type LintInput, lint } from './core/lint.ts';
export {
  conditionsOf,
  countOf,
  dryRunsOf,
  isDryRun,
  limitsOf,
  METRIC_NUMBERS,
  type MetricNumber,
  metricsToRun,
  prometheusQueryOf,
  providerOf,
  providersOf,
  timingOf,
  titleOfMetric,
} from './core/metric.ts';
export type { Node } from './core/node.ts';
export {
  type Container,
  type ContainerRole,
  containersOf,
  imagesOf,
  isFilledIn,
  type Pod,
  podsOf,
  replicasOf,
  SELECTING_KINDS,
  selectorOf,
} from './core/pod.ts';
export { removeEntry } from './core/remove-entry.ts';
export type { Resource } from './core/resource.ts';
export type { ResourceIndex, WorkloadRange } from './core/resource-index.ts';
export {
  type ServiceRole,
  type SteeredService,
  serviceRolesOf,
  steeredServicesOf,
} from './core/rollout-services.ts';
export {
  defineRule,
  type Example,
  type ExampleFiles,
  type ExampleText,
  type Problem,
  type Rule,
  type RuleContext,
  type RuleDefinition,
} from './core/rule.ts';
export { SCALERS, scaleTargetOf } from './core/scale-target.ts';
export { budgetSelector, type Reference, serviceSelector } from './core/scope.ts';
export { requirementNode } from './core/selector-node.ts';
export { servedPods } from './core/served-pods.ts';
export { declarerOf, reaches, type ServiceTarget, targetsOf } from './core/service-target.ts';
export { type Position, Source, type Span } from './core/source.ts';
export { ROUTERS, type Router, routersOf } from './core/traffic-routers.ts';
export { type UpdateLimits, updateLimitsOf } from './core/update-limits.ts';
export { updateOverlapOf } from './core/update-overlap.ts';
