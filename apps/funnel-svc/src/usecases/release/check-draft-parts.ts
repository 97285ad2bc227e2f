import {
  type Blueprint,
  checkBlueprint,
  checkTaggingOperations,
  type MatchingConfig,
  type ReplayedParts,
  type Step,
} from '@svc/domain';
import { canonicalJson, type ErrorDetail, json, ServiceError } from '@svc/kit';
import type { Funnel } from '../../domain/funnel/funnel.js';
import { READ_TIMEOUT_MS, type ReleasePeers } from './peers.js';

/** Problems that a refusal lists. */
const MAX_DETAILS = 100;

/**
 * The checks of an apply.
 * @param draftSteps - those that rules may name in addition to the published ones; undefined: those of the funnel's draft.
 * @param refusal - of the error: what did not happen.
 * @throws ServiceError INVALID_REQUEST with pointers into the parts, UNAVAILABLE.
 */
export async function checkDraftParts(
  matcher: ReleasePeers['matcher'],
  funnel: Funnel,
  draftSteps: readonly Step[] | null | undefined,
  { tagging, taggingOperations, sets, ...parts }: ReplayedParts,
  refusal: string,
): Promise<void> {
  const { companyId, subdomain } = funnel;
  const blueprint: Blueprint = {
    ...(tagging ? { tagging } : {}),
    ...(sets ? { sets } : {}),
    funnels: [{ subdomain, ...parts }],
  };
  let inForce: Promise<MatchingConfig> | undefined;
  const fetchConfig = () => {
    inForce ??= fetchConfigInForce(matcher, companyId);
    return inForce;
  };
  const namesSets = parts.resultPage?.tabs.some((tab) => tab.select.sets.length > 0) ?? false;
  const setKeys = namesSets && !sets ? (await fetchConfig()).sets.map(({ key }) => key) : [];
  // Rules may name steps of the published version and of the draft.
  const draft = draftSteps ?? (parts.matching && funnel.draft ? funnel.draft.steps : null);
  const existing = { funnels: [{ subdomain, published: funnel.published?.steps ?? null, draft }], setKeys };
  const problems = [
    ...checkBlueprint(blueprint, existing).map(intoParts),
    ...checkTaggingOperations(taggingOperations ?? []).map(({ path, message }) => ({
      path: path.replace(/^\/operations/, '/taggingOperations'),
      message,
    })),
  ];
  if (problems.length === 0) return;
  const current = (await fetchConfig()).funnels[funnel.id];
  // A part that is in force exactly as it is given may name what is gone by now, as in an apply.
  const kept = (['matching', 'resultPage'] as const).filter(
    (part) => parts[part] && current && canonicalJson(parts[part]) === canonicalJson(current[part]),
  );
  const details = problems.filter(({ path }) => !kept.some((part) => path.startsWith(`/${part}/`)));
  if (details.length === 0) return;
  throw new ServiceError('INVALID_REQUEST', `${refusal}; details list what to change.`, {
    details: details.slice(0, MAX_DETAILS),
  });
}

async function fetchConfigInForce(matcher: ReleasePeers['matcher'], companyId: string): Promise<MatchingConfig> {
  const { configJson } = await matcher.getConfig({ companyId, withoutTagging: true }, { timeoutMs: READ_TIMEOUT_MS });
  return json.decode<MatchingConfig>(configJson);
}

/** `/funnels/0/matching/rules/0` → `/matching/rules/0`. */
const intoParts = ({ path, message }: ErrorDetail): ErrorDetail => ({
  path: path.replace(/^\/funnels\/0(?=\/|$)/, ''),
  message,
});
