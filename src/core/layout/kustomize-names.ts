/** What a kustomization says about names: which objects it generates, and whether it teaches kustomize custom kinds. */
import { fieldOf, itemsOf, textOf, type YamlNode } from '../yaml/index.ts';

/** A ConfigMap or Secret that a kustomization generates. */
export interface GeneratedObject {
  readonly type: 'core/ConfigMap' | 'core/Secret';
  readonly name: string;
  /** Whether kustomize appends a hash of the content to the name. */
  readonly hashed: boolean;
}

export interface NamingRules {
  readonly generated: readonly GeneratedObject[];
  /**
   * Whether it may tell kustomize where custom kinds name other objects (`configurations`, `openapi`, `crds`,
   * `transformers`, `replacements`): without it only built-in kinds are followed.
   */
  readonly teachesNames: boolean;
}

const GENERATORS = [
  ['configMapGenerator', 'core/ConfigMap'],
  ['secretGenerator', 'core/Secret'],
] as const;

const TEACHING = ['configurations', 'openapi', 'crds', 'transformers', 'replacements', 'vars'] as const;

/** Source: kustomize api/types/kustomization.go, generatoroptions.go; api/internal/konfig/builtinpluginconsts. */
export function namingRulesOf(root: YamlNode | undefined): NamingRules {
  const keepsNames = disablesHash(fieldOf(root, 'generatorOptions'));
  const generated = GENERATORS.flatMap(([field, type]) =>
    itemsOf(fieldOf(root, field)).flatMap(({ value }) => {
      const name = textOf(fieldOf(value, 'name'));
      return name ? [{ type, name, hashed: !keepsNames && !disablesHash(fieldOf(value, 'options')) }] : [];
    }),
  );
  return { generated, teachesNames: TEACHING.some((field) => fieldOf(root, field) !== undefined) };
}

function disablesHash(options: YamlNode | undefined): boolean {
  const disabled = fieldOf(options, 'disableNameSuffixHash');
  return disabled?.kind === 'scalar' && disabled.value === true;
}
