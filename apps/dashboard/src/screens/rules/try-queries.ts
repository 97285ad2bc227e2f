import { useQuery } from '@tanstack/react-query';
import { api, load, type Schemas } from '../../api/client.js';
import { type Content, toParts } from '../../shared/edit/model/steps.js';
import type { Matching } from './queries.js';

export type MatchPreview = Schemas['MatchPreview'];
export type Trace = NonNullable<MatchPreview['explanation']>['variants'][number];

/** A shopper whose list is looked at: a stored analysis, or answers. */
export type Shopper =
  | { analysisId: string }
  | {
      answers: NonNullable<Schemas['PreviewMatchRequest']['answers']>;
      colorType?: string;
      hasSelfie?: boolean;
      hasContact?: boolean;
    };

/**
 * The list that a shopper gets with a funnel as it is being edited and these settings, and why a variant is in it or not.
 * @param explain - a variant; undefined: none.
 */
export const usePreviewMatch = (
  handle: string,
  subdomain: string,
  given: { shopper: Shopper | undefined; content: Content; matching: Matching; explain?: string | undefined },
) =>
  useQuery<MatchPreview>({
    queryKey: ['preview-match', handle, subdomain, given.shopper, given.explain, given.content, given.matching],
    enabled: given.shopper !== undefined,
    // The lists stay while those of a change are computed, but not those of another shopper.
    placeholderData: (before, query) =>
      query?.queryKey[3] === given.shopper && query?.queryKey[4] === given.explain ? before : undefined,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const { shopper, content, matching, explain } = given;
      const parts = { ...toParts(content), matching };
      const body = { ...shopper, parts, ...(explain === undefined ? {} : { explain: [explain] }) };
      return load(
        api.POST('/api/admin/v1/companies/{handle}/funnels/{subdomain}/preview-match', {
          params: { path: { handle, subdomain } },
          body: body as Schemas['PreviewMatchRequest'],
          signal,
        }),
      );
    },
  });
