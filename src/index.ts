/** The public entry: what a rule imports, and the engine for other programs. */

export { insertEntry, setValue, setValues } from './core/edits/insert.ts';
export { appendItems, insertItems } from './core/edits/insert-item.ts';
export { moveItem, splitItem } from './core/edits/move-item.ts';
export { removeEntry, removeItem } from './core/edits/remove.ts';
export { quoteScalar, renameKey, replaceScalar } from './core/edits/replace.ts';
export { replaceParts, rewriteText } from './core/edits/rewrite-text.ts';
export type { Counts, Finding, RelatedPlace, Report, ResourceId, Severity } from './core/finding.ts';
export { type Edit, type Fix, offer } from './core/fix.ts';
export type { Bundle, Input } from './core/index/bundle.ts';
export type { ResourceIndex, WorkloadRange } from './core/index/resource-index.ts';
export { budgetSelector, type Reference, serviceSelector } from './core/index/scope.ts';
export { type LintInput, lint } from './core/lint.ts';
export { nearest } from './core/nearest.ts';
export type { Node } from './core/node.ts';
export { type Claim, type ClaimReach, claimsOf, exclusiveClaimsOf } from './core/objects/claims.ts';
export { followsChanges, missesChanges } from './core/objects/config-changes.ts';
export {
  type ConfigReference,
  configReferencesOf,
  objectsNamedBy,
  subPathsOf,
  titleOfReference,
} from './core/objects/config-references.ts';
export { isCounted, workloadsCountedBy } from './core/objects/counted-workloads.ts';
export { durationFixes } from './core/objects/duration-fixes.ts';
export { type Exposure, exposuresOf } from './core/objects/exposure.ts';
export { type HostPort, hostPortsOf } from './core/objects/host-ports.ts';
export { backendNamesOf } from './core/objects/ingress-backends.ts';
export { preStopSecondsOf } from './core/objects/pre-stop.ts';
export { toRecreate } from './core/objects/recreate.ts';
export { SCALERS, scaleTargetOf } from './core/objects/scale-target.ts';
export { requirementNode } from './core/objects/selector-node.ts';
export { servedPods } from './core/objects/served-pods.ts';
export { declarerOf, reaches, type ServiceTarget, targetsOf } from './core/objects/service-target.ts';
export { annotationsIn, labelsIn, notText, type TextValue } from './core/objects/text-values.ts';
export { type UpdateLimits, updateLimitsOf } from './core/objects/update-limits.ts';
export { updateOverlapOf, waitsForOldPods } from './core/objects/update-overlap.ts';
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
export type { Resource } from './core/resource.ts';
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
} from './core/rollouts/analysis.ts';
export { blueGreenOf } from './core/rollouts/blue-green.ts';
export { heldSizesOf } from './core/rollouts/canary-pods.ts';
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
} from './core/rollouts/canary-steps.ts';
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
  sensibleCount,
  timingOf,
  titleOfMetric,
} from './core/rollouts/metric.ts';
export {
  type ServiceRole,
  type SteeredService,
  serviceRolesOf,
  steeredServicesOf,
} from './core/rollouts/rollout-services.ts';
export { routedSettingsOf } from './core/rollouts/routed-settings.ts';
export { freeServicesOf, serviceCandidatesOf } from './core/rollouts/service-candidates.ts';
export { ROUTERS, type Router, routersOf } from './core/rollouts/traffic-routers.ts';
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
export { type Position, Source, type Span } from './core/source.ts';
export { suggestValues } from './core/suggest.ts';
