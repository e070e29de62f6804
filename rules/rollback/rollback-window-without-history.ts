import { defineRule, offer, setValue } from 'rollsafe';

export default defineRule({
  summary: 'A rollback window that reaches further back than the history',
  why: `
A way back within \`rollbackWindow.revisions\` skips steps and analysis. That works only for a ReplicaSet that still
exists: the controller tells a rollback from an update by its age, and \`revisionHistoryLimit\` (10 when left out) decides
how many old ones there are. Going back to one that was cleaned up makes a new ReplicaSet, which counts as an update and
runs every step, pause and analysis, in the hour when nobody has time for them.

Raise \`revisionHistoryLimit\` to the window at least.

Not reported: no history at all, which is \`revision-history-zero\`.
`,
  severity: 'warning',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/rollback.md',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  revisionHistoryLimit: 2 # <-- related
  rollbackWindow:
    revisions: 5 # <-- warning
  strategy: {canary: {steps: [{setWeight: 20}, {pause: {}}]}}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  revisionHistoryLimit: 5
  rollbackWindow:
    revisions: 5
  strategy: {canary: {steps: [{setWeight: 20}, {pause: {}}]}}
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  rollbackWindow: {revisions: 12} # <-- warning
  strategy: {blueGreen: {activeService: basket}}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  rollbackWindow: {revisions: 10}
  strategy: {blueGreen: {activeService: basket}}
`,
    },
    // No history at all is revision-history-zero; without a window every way back runs all steps.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  revisionHistoryLimit: 0
  rollbackWindow: {revisions: 5}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: no-window
spec:
  revisionHistoryLimit: 1
  rollbackWindow: {}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: filled-in
spec:
  revisionHistoryLimit: $(HISTORY)
  rollbackWindow: {revisions: 5}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { report }) {
    const spec = rollout.root.at('spec');
    const history = spec.at('revisionHistoryLimit');
    const window = spec.at('rollbackWindow').at('revisions');
    const kept = history.exists ? history.integer() : DEFAULT_HISTORY;
    const wanted = window.integer();
    if (kept === undefined || kept <= 0 || wanted === undefined || wanted <= kept) return;
    report({
      at: window,
      message: `the rollback window of ${rollout.title} is ${wanted} revisions but ${kept} are kept: going further back than ${kept} runs all steps and analysis`,
      related: history.exists ? [{ at: history, message: 'as many old revisions are kept' }] : [],
      fixes: [
        ...offer('suggestion', `Set revisionHistoryLimit: ${wanted}`, setValue(history, wanted)),
        ...offer('suggestion', `Set revisions: ${kept}`, setValue(window, kept)),
      ],
    });
  },
});

/** Of a Rollout (argo-rollouts utils/defaults/defaults.go). */
const DEFAULT_HISTORY = 10;
