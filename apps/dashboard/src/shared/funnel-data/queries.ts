import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.js';
import { api, load, type Schemas } from '../../api/client.js';
import { fetchFunnels } from '../../api/funnels.js';
import { useList } from '../../api/queries.js';

/** Everything that a release can change, for `useChange`. */
export const releaseKey = (company: string) => ['releases', company] as const;

/** Address of a funnel. */
export const FUNNEL = '/api/admin/v1/companies/{handle}/funnels/{subdomain}';
export const toPath = (company: string, subdomain: string) => ({ path: { handle: company, subdomain } });
/** @param archived - archived funnels in place of those in use. */
export const useFunnels = (company: string, archived = false) =>
  useList([...releaseKey(company), 'funnels', archived], (cursor) => fetchFunnels(company, cursor, archived));

/** One funnel of the list. */
export async function fetchFunnel(company: string, subdomain: string): Promise<Schemas['FunnelSummary']> {
  let cursor: string | undefined;
  do {
    const { data, nextCursor } = await fetchFunnels(company, cursor);
    const found = data.find((funnel) => funnel.subdomain === subdomain);
    if (found) return found;
    cursor = nextCursor ?? undefined;
  } while (cursor);
  throw new ApiError(404, 'NOT_FOUND', 'There is no funnel with this sub-domain.');
}

/**
 * A funnel as it is now, never as another screen has loaded it before: what is published must be what was saved last.
 * @param everyMs - how often it is read again; undefined: as usual.
 */
export const useCurrentFunnel = (company: string, subdomain: string, everyMs: number | undefined) =>
  useQuery({
    refetchInterval: everyMs ?? false,
    staleTime: 0,
    gcTime: 0,
    queryKey: [...releaseKey(company), 'current-funnel', subdomain],
    queryFn: () => fetchFunnel(company, subdomain),
  });

export const useFunnel = (company: string, subdomain: string) =>
  useQuery({
    queryKey: [...releaseKey(company), 'funnel', subdomain],
    queryFn: () => fetchFunnel(company, subdomain),
  });

/** A version with its steps; it never changes. @param versionId - null: no steps. */
export const useVersionContent = (company: string, subdomain: string, versionId: string | null) =>
  useQuery<Pick<Schemas['FunnelVersionContent'], 'number' | 'steps'>>({
    queryKey: ['version', company, subdomain, versionId],
    queryFn: () =>
      versionId === null
        ? { number: 0, steps: [] }
        : load(
            api.GET(`${FUNNEL}/versions/{versionId}`, {
              params: { path: { handle: company, subdomain, versionId } },
            }),
          ),
    staleTime: Number.POSITIVE_INFINITY,
  });
