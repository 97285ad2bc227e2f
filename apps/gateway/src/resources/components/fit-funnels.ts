import type { ComponentConfigBody } from './config-schema.js';

type Funnel = ComponentConfigBody['funnels'][number];

/** Bytes of the answer before compression: every page of a shop requests it. docs/components.md B4.1. */
const MAX_CONFIG_BYTES = 4_096;

/**
 * The funnels that fit into an answer, in their order. The named ones are always among them: with the longest names, they and the
 * other settings may exceed the limit.
 * @param named - sub-domains of the default funnel and of the funnel that the page asked for.
 * @param usedBytes - of the answer without funnels.
 */
export function fitFunnels(
  funnels: readonly Funnel[],
  named: readonly (string | null | undefined)[],
  usedBytes: number,
): Funnel[] {
  const isNamed = ({ subdomain }: Funnel): boolean => named.includes(subdomain);
  let freeBytes = MAX_CONFIG_BYTES - usedBytes;
  const chosen = new Set<Funnel>();
  for (const funnel of [...funnels.filter(isNamed), ...funnels.filter((other) => !isNamed(other))]) {
    // With its comma.
    freeBytes -= Buffer.byteLength(JSON.stringify(funnel)) + 1;
    if (freeBytes < 0 && !isNamed(funnel)) break;
    chosen.add(funnel);
  }
  return funnels.filter((funnel) => chosen.has(funnel));
}
