import { defineRule } from 'rollsafe';

export default defineRule({
  summary: 'A suppression that ignores nothing',
  why: `
A comment or annotation names a rule that has no finding there, or that doesn't exist. Either the fault is mended, and the
suppression would hide the next one, or the suppression misses its place. A comment on a line holds for that line; above
the first line of a list item or document it holds for the whole of it; \`rollsafe.dev/ignore\` on an object holds for the
object.

Rules that are turned off, or not shown by the preset, are not held against a suppression, and in a single named file, where
some rules stay silent, only unknown rules are.
`,
  severity: 'warning',
  references: [],
  examples: [
    {
      bad: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
data:
  # rollsafe-ignore mutable-tag -- released by hand # <--
  level: info
`,
      good: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
data:
  level: info
`,
    },
    {
      bad: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
  annotations:
    rollsafe.dev/ignore: no-such-rule -- misspelt # <--
`,
    },
    {
      // Text is text.
      good: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
data:
  notes: |
    # rollsafe-ignore mutable-tag -- in a block scalar
  other: "# rollsafe-ignore mutable-tag"
`,
    },
  ],
});
