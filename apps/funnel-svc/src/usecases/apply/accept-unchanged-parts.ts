import type { Blueprint, MatchingConfig } from '@svc/domain';
import { canonicalJson, type ErrorDetail } from '@svc/kit';
import type { Funnel } from '../../domain/funnel/funnel.js';

/** Parts of a funnel that name steps or sets, which may go before them. */
const NAMING = ['matching', 'resultPage'] as const;

/**
 * Takes apart the problems of a `matching` or `resultPage` that is in force exactly as the file gives it. Its rules and tabs
 * may name a step or a set that went with a later apply or publish; refusing it would make an export that cannot be applied.
 * @param readConfig - read only if such a part has a problem.
 * @returns what is refused, and what is accepted with a warning.
 */
export async function acceptUnchangedParts(
  details: readonly ErrorDetail[],
  blueprint: Blueprint,
  funnels: readonly Funnel[],
  readConfig: () => Promise<MatchingConfig>,
): Promise<{ refused: ErrorDetail[]; kept: ErrorDetail[] }> {
  const wanted = blueprint.funnels ?? [];
  const parts = wanted.flatMap((funnel, index) =>
    NAMING.map((part) => ({ part, funnel, pointer: `/funnels/${index}/${part}/` })),
  );
  const suspects = parts.filter(({ pointer }) => details.some(({ path }) => path.startsWith(pointer)));
  if (suspects.length === 0) return { refused: [...details], kept: [] };
  const config = await readConfig();
  const inForceAlready = suspects.filter(({ part, funnel }) => {
    const { id } = funnels.find(({ subdomain }) => subdomain === funnel.subdomain) ?? {};
    const inForce = id === undefined ? undefined : config.funnels[id]?.[part];
    return inForce !== undefined && canonicalJson(inForce) === canonicalJson(funnel[part]);
  });
  const isKept = ({ path }: ErrorDetail) => inForceAlready.some(({ pointer }) => path.startsWith(pointer));
  return {
    refused: details.filter((detail) => !isKept(detail)),
    kept: details
      .filter(isKept)
      .map(({ path, message }) => ({ path, message: `${message} It is accepted, since it is in force already.` })),
  };
}
