import { useQuery } from '@tanstack/react-query';
import { api, load, type Schemas } from '../../api/client.js';
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

/** The list that a shopper gets with these settings, and why a variant is in it or not. @param explain - a variant; undefined: none. */
export const usePreviewMatch = (
  handle: string,
  subdomain: string,
  { shopper, matching, explain }: { shopper: Shopper | undefined; matching: Matching; explain?: string | undefined },
) =>
  useQuery<MatchPreview>({
    queryKey: ['preview-match', handle, subdomain, shopper, matching, explain],
    enabled: shopper !== undefined,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const body = { ...shopper, parts: { matching }, ...(explain === undefined ? {} : { explain: [explain] }) };
      return load(
        api.POST('/api/admin/v1/companies/{handle}/funnels/{subdomain}/preview-match', {
          params: { path: { handle, subdomain } },
          body: body as Schemas['PreviewMatchRequest'],
          signal,
        }),
      );
    },
  });
