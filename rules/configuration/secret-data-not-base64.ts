import { defineRule, type Node, offer, removeEntry, setValue } from 'rollsafe';
import { hasPlaceholder, isBase64 } from 'rollsafe/kubernetes';

const secret = (body: string) => `
apiVersion: v1
kind: Secret
metadata: {name: shop-login}
${body.trim()}
`;

export default defineRule({
  summary: "A value in a Secret's data that is not base64",
  why: `
The API server decodes each value of \`data\` as standard base64 with padding and refuses the whole Secret when one isn't
("illegal base64 data"): pods that wait for it never start. Plain text belongs into \`stringData\`, from which the API server
makes \`data\` itself.

Base64 is not encryption: whoever can read the manifest can read the value.

Not reported: values that another tool replaces before they reach the API server (\`\${PASSWORD}\`, \`<path:…>\` of the Argo CD
Vault plugin, \`ref+vault://…\`), and files encrypted by SOPS.
`,
  severity: 'error',
  references: [
    'https://kubernetes.io/docs/concepts/configuration/secret/#restriction-names-data',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/staging/src/k8s.io/api/core/v1/types.go',
  ],
  examples: [
    {
      bad: secret('data:\n  user: c2hvcA==\n  password: correct-horse # <-- error'),
      good: secret('data:\n  user: c2hvcA==\nstringData:\n  password: correct-horse'),
    },
    // The padding is missing; letters of the URL-safe alphabet.
    {
      bad: secret('data: {user: c2hvcA, # <-- error\n  token: "Pz8_Pj4-" # <-- error\n}'),
      good: secret('data: {user: c2hvcA==, token: "Pz8/Pj4+"}'),
    },
    {
      bad: `
{"apiVersion": "v1", "kind": "List", "items": [
  {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "shop-login"}, "data": {
    "password": "correct horse" # <-- error
  }}
]}
`,
    },
    // Lines are joined, and nothing is fine.
    { good: secret('data:\n  certificate: |\n    Y2VydGlm\n    aWNhdGU=\n  empty: ""\n  none:') },
    // Only data is decoded.
    { good: secret('stringData: {password: correct horse}') },
    {
      good: `
apiVersion: v1
kind: ConfigMap
metadata: {name: shop-settings}
data: {mode: "not encoded"}
`,
    },
    // Another tool fills it in, or decrypts it.
    {
      good: secret(
        'data: {a: "${PASSWORD}", b: "<path:kv/data/shop#password>", c: "ref+vault://kv/shop#/password"}',
      ),
    },
    { good: secret('data: {password: "ENC[AES256_GCM,data:p673w==,type:str]"}\nsops: {version: 3.8.1}') },
    // Not a text: the wrong type, which is another matter.
    { good: secret('data: {port: 8080, list: [a]}') },
  ],
  kinds: ['core/Secret'],
  resource(secret, { report }) {
    for (const [key, value] of (secret.root as Node).at('data').fields()) {
      const text = value.string();
      if (text === undefined || isBase64(text) || isReplaced(text)) continue;
      report({
        at: value,
        message: `the value of "${key}" in the data of ${secret.title} is not base64: the API server refuses the whole Secret`,
        fixes: offer(
          'suggestion',
          'Move it to stringData',
          removeEntry(value),
          setValue((secret.root as Node).at('stringData').at(key), text),
        ),
      });
    }
  },
});

/** Whether another tool puts something in place of the text: SOPS, vals, whoever fills in placeholders. */
function isReplaced(text: string): boolean {
  return /^(?:ENC\[|ref\+)/.test(text) || hasPlaceholder(text);
}
