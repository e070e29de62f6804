// Names of ports, as the API server accepts them.

const DNS_LABEL = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const MAX_DNS_LABEL = 63;
const MAX_PORT_NAME = 15;

/**
 * Why the API refuses the name of a Service's port; undefined when it accepts it. An empty name is none, which only a
 * Service with one port may have. Never throws.
 *
 * Source: kubernetes pkg/apis/core/validation/validation.go validateServicePort; apimachinery
 * pkg/util/validation/validation.go IsDNS1123Label.
 */
export function servicePortNameProblem(name: string): string | undefined {
  if (name === '') return undefined;
  if (name.length > MAX_DNS_LABEL) return `has ${name.length} characters of at most ${MAX_DNS_LABEL}`;
  return DNS_LABEL.test(name)
    ? undefined
    : 'is no DNS label (lower-case letters, digits and hyphens, no hyphen at either end)';
}

/**
 * Why the API refuses the name of a container's port, or a reference to one (`targetPort`, the port of a probe);
 * undefined when it accepts it. Never throws.
 *
 * Source: apimachinery pkg/util/validation/validation.go IsValidPortName.
 */
export function portNameProblem(name: string): string | undefined {
  if (name.length > MAX_PORT_NAME) return `has ${name.length} characters of at most ${MAX_PORT_NAME}`;
  if (!/^[-a-z0-9]+$/.test(name)) return 'has characters other than lower-case letters, digits and hyphens';
  if (!/[a-z]/.test(name)) return 'has no letter';
  if (name.includes('--')) return 'has two hyphens in a row';
  return name.startsWith('-') || name.endsWith('-') ? 'has a hyphen at an end' : undefined;
}
