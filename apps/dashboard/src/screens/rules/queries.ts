import type { FunnelMatching } from '@svc/domain';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.js';
import { api, load, loadState, type Schemas } from '../../api/client.js';
import type { PartState } from '../../shared/drafts/use-part-draft.js';

export type Matching = FunnelMatching['matching'];
export type Rule = Matching['rules'][number];
export type RuleEffects = Schemas['RuleEffects'];
export type MatchingState = PartState<Matching>;

const FUNNEL = '/api/admin/v1/companies/{handle}/funnels/{subdomain}';

export const matchingQuery = (handle: string, subdomain: string) =>
  queryOptions({
    queryKey: ['matching', handle, subdomain],
    queryFn: async (): Promise<MatchingState> => {
      const answer = await loadState(api.GET(`${FUNNEL}/matching`, { params: { path: { handle, subdomain } } }));
      // The service returns the part complete.
      return { value: answer.value.matching as Matching, etag: answer.etag };
    },
  });

/** Replaces the settings. Fails with 412 if they are no longer as they were read. */
export async function saveMatching(handle: string, subdomain: string, etag: string, matching: Matching) {
  const params = { path: { handle, subdomain }, header: { 'if-match': etag } };
  const body = { matching } as Schemas['MatchingPart'];
  const { value, etag: after } = await loadState(api.PUT(`${FUNNEL}/matching`, { params, body }));
  return { state: { value: value.matching as Matching, etag: after }, warnings: value.warnings };
}

/** What each rule in force does in the newest analyses. Null: the funnel is not published, so none is in force. */
export const useRuleEffects = (handle: string, subdomain: string, etag: string) =>
  useQuery<RuleEffects | null>({
    queryKey: ['rule-effects', handle, subdomain, etag],
    queryFn: async ({ signal }) =>
      load(api.GET(`${FUNNEL}/rules/effect`, { params: { path: { handle, subdomain } }, signal })).catch(orNull),
  });

/**
 * What a check finds with these settings. It starts by itself. Null: the funnel has no version that could be checked. A service that
 * checks other funnels at the moment is asked again.
 */
export const useRuleCheck = (
  handle: string,
  { subdomain, published, draft }: Schemas['FunnelSummary'],
  matching: Matching,
) =>
  useQuery<Schemas['FunnelCheck'] | null>({
    queryKey: ['rule-check', handle, subdomain, published?.id ?? draft?.id, matching],
    enabled: Boolean(published ?? draft),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    queryFn: async ({ signal }) => {
      const params = { path: { handle, subdomain } };
      const body = { version: published ? 'published' : 'draft', parts: { matching } } as Schemas['CheckRequest'];
      return load(api.POST(`${FUNNEL}/check`, { params, body, signal })) as Promise<Schemas['FunnelCheck']>;
    },
  });

function orNull(error: unknown): null {
  if (error instanceof ApiError && error.code === 'FUNNEL_NOT_PUBLISHED') return null;
  throw error;
}
