import { MAX_MATCH_RESPONSE_BYTES } from '@svc/domain';
import { analysisNotFound, currentContext, generalError, newContext, runInContext, ServiceError } from '@svc/kit';
import type { MatchingInput } from '@svc/proto';
import { type Clients, TIMEOUT_MS } from '../clients.js';
import { toBuffer } from '../route/answer.js';
import { createMatchEtag } from './etag.js';
import type { FinishedMatch, MatchHead } from './finished-match.js';
import type { KnownStates } from './known-states.js';
import type { MatchQuery } from './match-query.js';

export interface MatchDeps {
  analysis: Pick<Clients['analysis'], 'getMatchingInput'>;
  matcher: Pick<Clients['matcher'], 'matchVariants' | 'getMatchingState'>;
  states: KnownStates;
}

/** How long HEAD waits for the state in force before it answers from the last known one. */
const STATE_TIMEOUT_MS = 500;

/** Errors of the route of the specification in addition to NOT_FOUND; all others become MATCHER_FAILURE. */
const ROUTE_ERRORS = new Set(['MATCHING_SCOPE_TOO_LARGE', 'MATCHING_RESPONSE_TOO_LARGE']);

/**
 * Matches one analysis: its matching input from analysis-svc, then the matcher, within one deadline of 2.5 s.
 * Fails with NOT_FOUND, MATCHING_SCOPE_TOO_LARGE, MATCHING_RESPONSE_TOO_LARGE, or MATCHER_FAILURE when a service is
 * down, late or wrong: never an empty list. docs/contract.md C11.10; docs/reliability.md R7.11.
 */
export async function findMatch(deps: MatchDeps, analysisId: string, query: MatchQuery): Promise<FinishedMatch> {
  return withDeadline(async () => {
    const input = await loadInput(deps, analysisId);
    const { body, state } = await deps.matcher.matchVariants({
      input,
      productIds: query.productIds,
      variantIds: query.variantIds,
      resultPage: query.resultPage,
      ...(query.locale === undefined ? {} : { locale: query.locale }),
    });
    checkBody(body);
    deps.states.remember(input, state);
    return { ...toMatchHead(analysisId, input, query, state), body: toBuffer(body) };
  });
}

/**
 * What GET would return, without its body and without matching. If the matcher does not return the state in force, the last
 * known one is used. docs/contract.md C11.13.
 */
export async function findMatchHead(deps: MatchDeps, analysisId: string, query: MatchQuery): Promise<MatchHead> {
  return withDeadline(async () => {
    const input = await loadInput(deps, analysisId);
    const state = await loadState(deps, input);
    return toMatchHead(analysisId, input, query, state);
  });
}

async function loadInput(deps: MatchDeps, analysisId: string): Promise<MatchingInput> {
  const { input } = await deps.analysis.getMatchingInput({ analysisId });
  if (!input) throw new ServiceError('MATCHER_FAILURE', 'The analysis could not be read.');
  return input;
}

async function loadState(deps: MatchDeps, input: MatchingInput): Promise<string | undefined> {
  const { companyId, funnelId, versionId, isPreview, unit } = input;
  try {
    const { state } = await deps.matcher.getMatchingState(
      { companyId, funnelId, versionId, isPreview, ...(unit === undefined ? {} : { unit }) },
      { timeoutMs: STATE_TIMEOUT_MS },
    );
    deps.states.remember(input, state);
    return state;
  } catch (error) {
    // The funnel was archived: GET is 404 too. Any other failure is the matcher's, which HEAD does not need.
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') throw analysisNotFound();
    return deps.states.lastKnown(input);
  }
}

function toMatchHead(
  analysisId: string,
  input: MatchingInput,
  query: MatchQuery,
  state: string | undefined,
): MatchHead {
  const { companyId, isPreview } = input;
  const etag = isPreview || !state ? undefined : createMatchEtag(analysisId, query, state);
  return { analysisId, companyId, isPreview, ...(etag === undefined ? {} : { etag }) };
}

const PREFIX = Buffer.from('{"matchedVariants":[');
const CLOSING_BRACE = 0x7d;

/** A matcher that answers something else than a match result is wrong; its bytes must not reach a shop, or a CDN. */
function checkBody(body: Uint8Array): void {
  if (body.length > MAX_MATCH_RESPONSE_BYTES) {
    throw generalError('MATCHING_RESPONSE_TOO_LARGE');
  }
  if (PREFIX.compare(body, 0, PREFIX.length) !== 0 || body.at(-1) !== CLOSING_BRACE) {
    throw new ServiceError('MATCHER_FAILURE', 'The matcher gave no usable answer. Please try again.');
  }
}

const isNotFound = (error: unknown): boolean => error instanceof ServiceError && error.code === 'NOT_FOUND';

async function withDeadline<T>(work: () => Promise<T>): Promise<T> {
  const context = currentContext() ?? newContext();
  try {
    return await runInContext({ ...context, deadline: Date.now() + TIMEOUT_MS.matches }, work);
  } catch (error) {
    // One body for malformed, unknown and erased ids and for those of archived funnels, whatever the services say.
    if (isNotFound(error)) throw analysisNotFound();
    if (error instanceof ServiceError && (ROUTE_ERRORS.has(error.code) || error.code === 'MATCHER_FAILURE'))
      throw error;
    throw generalError('MATCHER_FAILURE', { cause: error });
  }
}
