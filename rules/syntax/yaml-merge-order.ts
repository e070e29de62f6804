import { defineRule } from 'rollsafe';

export default defineRule({
  summary: 'A merge key below a key that it overrides',
  why: `
To kubectl and Helm a merge (\`<<:\`) overrides the keys that stand above it; the YAML specification, and readers such as
Kustomize's, let the map's own keys win wherever they stand. The same text therefore means two things. Put \`<<:\` first
in the map.
`,
  severity: 'warning',
  references: [
    'https://github.com/kubernetes-sigs/yaml/blob/master/yaml.go',
    'https://yaml.org/type/merge.html',
  ],
  examples: [
    {
      bad: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
data:
  level: debug # <--
  <<: {level: info, format: json}
`,
      good: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
data:
  <<: {level: info, format: json}
  level: debug
`,
    },
  ],
});
