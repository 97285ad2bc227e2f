import {
  type Blueprint,
  carryForward,
  checkBlueprint,
  inOrder,
  type MatchingConfig,
  type ReplayDraft,
  type Step,
} from '@svc/domain';
import { canonicalJson, type ErrorDetail, json, ServiceError } from '@svc/kit';
import { type FunnelState, VersionState } from '@svc/proto';
import type { Clients } from '../clients.js';
import { notReplayed } from '../resources/management/documents/parse-replay.js';
import type { ReplayRequest } from '../resources/management/replay-schema.js';
import { findVersion, type HistoryDeps, loadSteps, loadVersions } from './funnel-history.js';
import { stepsToPublish } from './steps-to-publish.js';

export type DraftDeps = HistoryDeps & { matcherAdmin: Pick<Clients['matcherAdmin'], 'getConfig'> };

/** A version of the funnel, or steps that are none yet. */
type Replayed = Pick<ReplayDraft, 'steps' | 'version'>;

/**
 * What a replay puts in the place of what is in force, checked as a blueprint's parts are. Steps get the histories that
 * publishing would give them.
 * Fails with INVALID_REQUEST, VERSION_NOT_FOUND or FUNNEL_NOT_PUBLISHED.
 */
export async function createReplayDraft(
  deps: DraftDeps,
  { companyId, funnel }: { companyId: string; funnel: FunnelState },
  request: ReplayRequest,
): Promise<ReplayDraft> {
  const { publishedVersionId: publishedId } = funnel;
  if (publishedId === undefined) {
    throw new ServiceError('FUNNEL_NOT_PUBLISHED', 'This funnel has no published version to compare with.');
  }
  const published = await loadSteps(deps, publishedId);
  const named = request.version === undefined ? {} : await versionNamed(deps, companyId, funnel, request.version);
  await check(deps, { companyId, funnel, published, named }, request);
  const given = request.published?.steps ?? named.steps;
  const steps = given && named.version?.id !== publishedId ? carryForward(inOrder(given), published) : given;
  const { tagging, sets, assortment, matching, resultPage } = request;
  return {
    ...(tagging ? { tagging } : {}),
    ...(sets ? { sets } : {}),
    ...(assortment ? { assortment } : {}),
    ...(matching ? { matching } : {}),
    ...(resultPage ? { resultPage } : {}),
    ...(steps ? { steps } : {}),
    ...(named.version ? { version: named.version } : {}),
  };
}

/** An earlier published version comes as a rollback would publish it. */
async function versionNamed(
  deps: DraftDeps,
  companyId: string,
  { subdomain, draftVersionId }: FunnelState,
  name: string | number,
): Promise<Replayed> {
  if (name === 'draft' && draftVersionId === undefined) {
    throw new ServiceError('FUNNEL_NOT_PUBLISHED', 'This funnel has no draft to replay.');
  }
  const versions = await loadVersions(deps, companyId, subdomain);
  const versionId = name === 'draft' ? draftVersionId : name;
  const found = findVersion(
    versions,
    typeof versionId === 'number' ? { number: versionId } : { versionId: versionId! },
  );
  const isEarlier = found.state === VersionState.VERSION_STATE_SUPERSEDED;
  const steps = isEarlier ? await stepsToPublish(deps, versions, found) : await loadSteps(deps, found.id);
  return { steps, version: { id: found.id, number: found.number } };
}

/** The checks of an apply, with pointers into the body of the replay. */
async function check(
  deps: DraftDeps,
  context: { companyId: string; funnel: FunnelState; published: readonly Step[]; named: Replayed },
  request: ReplayRequest,
): Promise<void> {
  const { companyId, funnel, published, named } = context;
  const { subdomain, funnelId, draftVersionId } = funnel;
  const { tagging, sets, assortment, matching, resultPage } = request;
  const parts = { assortment, matching, resultPage, published: request.published };
  const blueprint = { tagging, sets, funnels: [{ subdomain, ...parts }] } as Blueprint;
  // Rules may name steps of the published version and of the draft.
  const draft = named.steps ?? (matching && draftVersionId ? await loadSteps(deps, draftVersionId) : null);
  const namesSets = resultPage?.tabs.some((tab) => tab.select.sets.length > 0) ?? false;
  const configInForce = async (): Promise<MatchingConfig> =>
    json.decode((await deps.matcherAdmin.getConfig({ companyId })).configJson);
  const setKeys = namesSets && !sets ? (await configInForce()).sets.map(({ key }) => key) : [];
  const existing = { funnels: [{ subdomain, published, draft }], setKeys };
  const problems = checkBlueprint(blueprint, existing).map(intoBody);
  if (problems.length === 0) return;
  const inForce = (await configInForce()).funnels[funnelId];
  // A part that is in force exactly as it is given may name what is gone by now, as in an apply.
  const kept = (['matching', 'resultPage'] as const).filter(
    (part) => parts[part] && inForce && canonicalJson(parts[part]) === canonicalJson(inForce[part]),
  );
  const details = problems.filter(({ path }) => !kept.some((part) => path.startsWith(`/${part}/`)));
  if (details.length > 0) throw notReplayed(details);
}

/** `/funnels/0/matching/rules/0` → `/matching/rules/0`. */
const intoBody = ({ path, message }: ErrorDetail): ErrorDetail => ({
  path: path.replace(/^\/funnels\/0(?=\/|$)/, ''),
  message,
});
