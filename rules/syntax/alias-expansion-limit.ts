import { defineRule } from 'rollsafe';

export default defineRule({
  summary: 'Aliases that expand without bound',
  why: `
A few lines of nested aliases can stand for billions of values. kubectl refuses a document whose aliases expand too far
("document contains excessive aliasing"), and so does rollsafe, by the same measure. Ordinary reuse, hundreds of aliases
to one probe or one list of labels, is far below it.
`,
  severity: 'error',
  references: ['https://github.com/kubernetes-sigs/yaml/blob/master/goyaml.v2/decode.go'],
  examples: [
    {
      bad: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: bomb
a: &a [x, x, x, x, x, x, x, x, x, x]
b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a] # <--
c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
f: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e]
g: [*f, *f, *f, *f, *f, *f, *f, *f, *f, *f]
`,
    },
  ],
});
