import type { FunnelPage } from '@svc/domain';
import { analysisNotFound, currentContext, newContext, runInContext, ServiceError } from '@svc/kit';
import type { MatchingInput } from '@svc/proto';
import type { Clients } from '../../clients.js';
import { toFunnelHost } from '../../hosts/funnel-host.js';
import type { Host } from '../../parse/host.js';

export interface FindDeps {
  funnelPages: Pick<Clients['funnelPages'], 'getFunnelPage'>;
  analysis: Pick<Clients['analysis'], 'getMatchingInput'>;
}

/** An analysis of the funnel of the request's host. */
export interface HostAnalysis {
  analysisId: string;
  input: MatchingInput;
  /** Sub-domain. */
  funnel: string;
  /** BCP 47: the requested language, or the company's. */
  locale: string;
}

/**
 * The analysis, if it is one of this host's funnel; paused funnels show their results too. One and the same NOT_FOUND for
 * malformed, unknown and erased ids and for those of other funnels, so that an id reveals nothing on another host.
 */
export async function findAnalysis(
  deps: FindDeps,
  host: Host,
  analysisId: string,
  locale: string | undefined,
): Promise<HostAnalysis> {
  const [page, input] = await Promise.all([loadPage(deps, host, locale), loadInput(deps, analysisId)]);
  if (page === null || input === null || input.funnelId !== page.funnel.id) throw analysisNotFound();
  return { analysisId, input, funnel: page.funnel.subdomain, locale: page.locale };
}

/** Null: nothing was ever published or drafted, so that no analysis can be of it. Fails with NOT_FOUND for an unknown host. */
async function loadPage(deps: FindDeps, host: Host, locale: string | undefined): Promise<FunnelPage | null> {
  try {
    const request = { host: toFunnelHost(host), preferredLocales: [], ...(locale === undefined ? {} : { locale }) };
    const { pageJson } = await deps.funnelPages.getFunnelPage(request);
    return JSON.parse(Buffer.from(pageJson).toString()) as FunnelPage;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'FUNNEL_NOT_PUBLISHED') return null;
    throw error;
  }
}

/** Null: unknown or erased. A service that fails is MATCHER_FAILURE, as on the match route. */
async function loadInput(deps: FindDeps, analysisId: string): Promise<MatchingInput | null> {
  try {
    const { input } = await deps.analysis.getMatchingInput({ analysisId });
    if (input) return input;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return null;
    throw createMatcherFailure(error);
  }
  throw createMatcherFailure();
}

export const createMatcherFailure = (cause?: unknown) =>
  new ServiceError('MATCHER_FAILURE', 'The result cannot be shown now. Please try again.', { cause });

/** Runs the calls of a route within one deadline. */
export async function withDeadline<T>(timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const context = currentContext() ?? newContext();
  return runInContext({ ...context, deadline: Date.now() + timeoutMs }, work);
}
