import type { FunnelMatching } from '@svc/domain';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, load, loadState, type Schemas } from '../../api/client.js';
import { nullIfUnpublished } from '../../api/null-if-unpublished.js';
import type { PartState } from '../../shared/drafts/use-part-draft.js';
import { type Content, toParts } from '../../shared/edit/model/steps.js';

export type Matching = FunnelMatching['matching'];
export type Rule = Matching['rules'][number];
export type RuleEffects = Schemas['RuleEffects'];
export type MatchingState = PartState<Matching>;

const FUNNEL = '/api/admin/v1/companies/{handle}/funnels/{subdomain}';

export const matchingQuery = (handle: string, subdomain: string) =>
  queryOptions({
    queryKey: ['matching', handle, subdomain],
    // Read when the screen opens: a release may have changed it since.
    gcTime: 0,
    staleTime: 0,
    queryFn: async (): Promise<MatchingState> => {
      const answer = await loadState(api.GET(`${FUNNEL}/matching`, { params: { path: { handle, subdomain } } }));
      // The service returns the part complete.
      return { value: answer.value.matching as Matching, etag: answer.etag };
    },
  });

/** What each rule in force does in the newest analyses. Null: the funnel is not published, so none is in force. */
export const useRuleEffects = (handle: string, subdomain: string, etag: string) =>
  useQuery<RuleEffects | null>({
    queryKey: ['rule-effects', handle, subdomain, etag],
    queryFn: async ({ signal }) =>
      load(api.GET(`${FUNNEL}/rules/effect`, { params: { path: { handle, subdomain } }, signal })).catch(
        nullIfUnpublished,
      ),
  });

/**
 * What a check finds in a funnel as it is being edited. It starts by itself. A service that checks other funnels at the moment is asked
 * again.
 * @param content - undefined: it is not complete.
 */
export const useRuleCheck = (handle: string, subdomain: string, content: Content | undefined) =>
  useQuery<Schemas['FunnelCheck'] | null>({
    queryKey: ['rule-check', handle, subdomain, content],
    enabled: content !== undefined && content.steps.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    queryFn: async ({ signal }) => {
      const params = { path: { handle, subdomain } };
      const body = { parts: content && toParts(content) } as Schemas['CheckRequest'];
      return load(api.POST(`${FUNNEL}/check`, { params, body, signal })) as Promise<Schemas['FunnelCheck']>;
    },
  });
