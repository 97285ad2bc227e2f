import type { FunnelVersion, Step } from '@svc/domain';
import { json, ServiceError } from '@svc/kit';
import { type FunnelState, type FunnelVersionSummary, VersionState } from '@svc/proto';
import type { Clients } from '../clients.js';

export type HistoryDeps = {
  funnel: Pick<Clients['funnel'], 'getCompanyState' | 'getVersion'>;
  funnelAdmin: Pick<Clients['funnelAdmin'], 'listVersions'>;
};

/** How a request names a version: its id or its number. */
export type VersionName = { versionId: string } | { number: number };

/** A funnel of a company. Fails with NOT_FOUND for one that is not there or was archived. */
export async function findFunnel(
  { funnel }: Pick<HistoryDeps, 'funnel'>,
  companyId: string,
  subdomain: string,
): Promise<FunnelState> {
  const { funnels } = await funnel.getCompanyState({ companyId });
  const found = funnels.find((one) => one.subdomain === subdomain && !one.archived);
  if (!found) throw new ServiceError('NOT_FOUND', 'No funnel with this sub-domain.');
  return found;
}

const PAGE = 100;

/** All versions of a funnel, newest first, without steps. */
export async function loadVersions(
  { funnelAdmin }: Pick<HistoryDeps, 'funnelAdmin'>,
  companyId: string,
  subdomain: string,
): Promise<FunnelVersionSummary[]> {
  const all: FunnelVersionSummary[] = [];
  let pageToken: string | undefined = '';
  while (pageToken !== undefined) {
    const page: Awaited<ReturnType<typeof funnelAdmin.listVersions>> = await funnelAdmin.listVersions({
      companyId,
      subdomain,
      pageSize: PAGE,
      pageToken,
    });
    all.push(...page.versions);
    pageToken = page.nextPageToken || undefined;
  }
  return all;
}

/** Whether a version is published or was once. */
export const wasPublished = ({ state }: FunnelVersionSummary): boolean =>
  state === VersionState.VERSION_STATE_PUBLISHED || state === VersionState.VERSION_STATE_SUPERSEDED;

/** The version that a request names. Fails with VERSION_NOT_FOUND, whose message lists the newest published ones. */
export function findVersion(versions: readonly FunnelVersionSummary[], name: VersionName): FunnelVersionSummary {
  const isNamed = (version: FunnelVersionSummary): boolean =>
    'number' in name ? version.number === name.number : version.id === name.versionId;
  // A number may have belonged to replaced drafts too; the published version is meant.
  const named = versions.filter(isNamed);
  const found = named.find(wasPublished) ?? named[0];
  if (found) return found;
  const known = versions.filter(wasPublished).map(({ number }) => number);
  const listed = `${known.slice(0, 10).join(', ')}${known.length > 10 ? ' …' : ''}`;
  const advice = known.length === 0 ? 'none was published yet' : `published were ${listed}`;
  throw new ServiceError('VERSION_NOT_FOUND', `The funnel has no such version; ${advice}.`);
}

/** Versions published after a version whose steps are read; older ones in between keep their renames in these. */
const MAX_LATER = 100;

/** Versions that were published after a version, oldest first, at most the newest 100. */
export function publishedAfter(
  versions: readonly FunnelVersionSummary[],
  target: FunnelVersionSummary,
): FunnelVersionSummary[] {
  const toTime = ({ publishTime }: FunnelVersionSummary): number => publishTime?.getTime() ?? 0;
  return versions
    .filter((version) => wasPublished(version) && version.id !== target.id && toTime(version) > toTime(target))
    .sort((a, b) => toTime(a) - toTime(b))
    .slice(-MAX_LATER);
}

/** Steps of a version, as they are stored. */
export async function loadSteps({ funnel }: Pick<HistoryDeps, 'funnel'>, versionId: string): Promise<Step[]> {
  const { versionJson } = await funnel.getVersion({ versionId });
  return json.decode<FunnelVersion>(versionJson).steps;
}

/** Steps of several versions, in their order. */
export async function loadStepsOfAll(
  deps: Pick<HistoryDeps, 'funnel'>,
  versions: readonly FunnelVersionSummary[],
): Promise<Step[][]> {
  const all: Step[][] = [];
  // One after the other: they may be many, and each is small.
  for (const { id } of versions) all.push(await loadSteps(deps, id));
  return all;
}
