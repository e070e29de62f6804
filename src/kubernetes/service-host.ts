// Host names of Services in texts: arguments and queries of an analysis.

/** Words of a name that say that its value is a host. */
const HOST_WORD =
  /(?:^|[^a-z])(?:service|svc|host(?:name)?|url|uri|address|endpoint|target|upstream|backend)/i;

const LABEL_WORD = /service|host|upstream/i;

/**
 * Whether a text certainly names a Service: as the host of a URL (`http://web:8080/`), by its name in the cluster
 * (`web.shop.svc`), or as the value of a label that speaks of a service or host (`destination_service=~"web.*"`).
 * A text that is nothing but the name, with a namespace or a port at most, does so under a name such as
 * `service-name` or `host`. Never throws.
 *
 * Source: kubernetes.io, DNS for Services and Pods; istio.io, Istio Standard Metrics (labels).
 */
export function namesService(text: string, service: string, under = ''): boolean {
  const name = service.replaceAll(/[^a-z0-9-]/gi, String.raw`\$&`);
  const inUrl = new RegExp(`//${name}(?:[.:/?#]|$)`);
  const inCluster = new RegExp(String.raw`(?:^|[^a-z0-9.-])${name}\\*\.[a-z0-9-]+\\*\.svc(?:[^a-z0-9-]|$)`);
  const whole = new RegExp(String.raw`^${name}(?:\.[a-z0-9-]+)?(?::\d+)?$`);
  if (inUrl.test(text) || inCluster.test(text)) return true;
  return isLabelValue(text, name) || (HOST_WORD.test(under) && whole.test(text));
}

/** Words and blanks are bounded, so that no text takes more than linear time. */
function isLabelValue(text: string, name: string): boolean {
  const label = new RegExp(String.raw`\b(\w{1,63})\s{0,8}=~?\s{0,8}["'\x60]${name}(?:["'\x60]|\\*\.)`, 'g');
  return [...text.matchAll(label)].some(([, word = '']) => LABEL_WORD.test(word));
}
