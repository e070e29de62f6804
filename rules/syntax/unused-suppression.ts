import { defineRule } from 'rollsafe';

export default defineRule({
  summary: 'A suppression that ignores nothing',
  why: `
A comment or annotation names a rule that has no finding there, or says nothing that rollsafe could go by. Either the fault is
mended, and the suppression would hide the next one, or the suppression misses its place. A comment behind something holds
for its line. On a line of its own it holds for the line below, and for the whole of a list item or document that begins
there. \`rollsafe.dev/ignore\` on an object or a pod template holds for all of it, \`rollsafe.dev/ignore.web\` for the
container \`web\`. What an alias stands for is ignored where it is written.

A suppression ignores nothing at all when it names no rule, an unknown rule, a container that isn't there, or a day that no
calendar has. Only \`# rollsafe-ignore-file\` may leave out the rules: it then ignores everything in the file but errors of
the group \`syntax\`, which nothing can ignore.

Rules that are turned off, or not shown by the preset, are not held against a suppression. Nor is any rule in a single named
file, where some rules stay silent, or as long as something can't be read.
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
  # rollsafe-ignore mutable-image-tag -- released by hand # <--
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
      bad: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
data:
  level: info # rollsafe-ignore -- released by hand # <--
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
    # rollsafe-ignore mutable-image-tag -- in a block scalar
  other: "# rollsafe-ignore mutable-image-tag"
`,
    },
  ],
});
