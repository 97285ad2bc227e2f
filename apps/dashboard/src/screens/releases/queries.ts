import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, toApiError } from '../../api/api-error.js';
import { api, load, type Schemas } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { readLines } from './check-lines.js';
import type { Check, Replay } from './release-gate.js';
import type { Settings } from './settings-parts.js';

/** Everything that a release can change, for `useChange`. */
export const releaseKey = (company: string) => ['releases', company] as const;

const FUNNEL = '/api/admin/v1/companies/{handle}/funnels/{subdomain}';
const toPath = (company: string, subdomain: string) => ({ path: { handle: company, subdomain } });
const LIMIT = 100;

const fetchFunnels = (company: string, cursor: string | undefined, archived = false) =>
  load(
    api.GET('/api/admin/v1/companies/{handle}/funnels', {
      params: {
        path: { handle: company },
        query: { limit: LIMIT, ...(cursor ? { cursor } : {}), ...(archived ? { archived: 'true' as const } : {}) },
      },
    }),
  );

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

export const useFunnel = (company: string, subdomain: string) =>
  useQuery({
    queryKey: [...releaseKey(company), 'funnel', subdomain],
    queryFn: () => fetchFunnel(company, subdomain),
  });

export const useVersions = (company: string, subdomain: string) =>
  useList([...releaseKey(company), 'versions', subdomain], (cursor) =>
    load(
      api.GET(`${FUNNEL}/versions`, {
        params: { ...toPath(company, subdomain), query: { limit: 50, ...(cursor ? { cursor } : {}) } },
      }),
    ),
  );

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

type Progress = Schemas['CheckProgress'];

/** A check of the draft that reports its progress. It starts by itself and ends with the screen. @param versionId - null: nothing to check. */
export function useCheck(company: string, subdomain: string, versionId: string | null) {
  const client = useQueryClient();
  const key = ['check', company, subdomain, versionId];
  const progressKey = [...key, 'progress'];
  const { data: progress = null } = useQuery<Progress | null>({
    queryKey: progressKey,
    queryFn: () => null,
    enabled: false,
  });
  const check = useQuery<Check>({
    queryKey: key,
    enabled: versionId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const answer = await api.POST(`${FUNNEL}/check`, {
        params: toPath(company, subdomain),
        headers: { accept: 'application/x-ndjson' },
        body: { version: 'draft' },
        parseAs: 'stream',
        signal,
      });
      if (!answer.data) throw toApiError(answer.response, answer.error);
      for await (const line of readLines(answer.data as unknown as ReadableStream<Uint8Array>)) {
        if ('report' in line) return line.report;
        if ('error' in line) throw new ApiError(503, line.error.error, line.error.message);
        client.setQueryData(progressKey, line.progress);
      }
      throw new ApiError(0, 'OFFLINE', 'The connection was interrupted before the report came.');
    },
  });
  return { check, progress };
}

/** What the newest analyses would match with a change. Null: there is nothing in force that it could be compared with. @param body - undefined: not yet. */
export const useReplay = (company: string, subdomain: string, body: Schemas['ReplayRequest'] | undefined) =>
  useQuery<Replay | null>({
    queryKey: ['replay', company, subdomain, body],
    enabled: body !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const answer = api.POST(`${FUNNEL}/replay`, {
        params: toPath(company, subdomain),
        body: body as Schemas['ReplayRequest'],
        signal,
      });
      return load(answer).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'FUNNEL_NOT_PUBLISHED') return null;
        throw error;
      });
    },
  });

export const useSettingsVersions = (company: string) =>
  useList([...releaseKey(company), 'settings'], (cursor) =>
    load(
      api.GET('/api/admin/v1/companies/{handle}/settings/versions', {
        params: { path: { handle: company }, query: { limit: 50, ...(cursor ? { cursor } : {}) } },
      }),
    ),
  );

/** The settings of a version, as a company file with nothing else. They never change. */
export const useSettingsContent = (company: string, version: number | undefined) =>
  useQuery<Settings>({
    queryKey: ['settings-version', company, version],
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const content = await load(
        api.GET('/api/admin/v1/companies/{handle}/settings/versions/{version}', {
          params: { path: { handle: company, version: String(version) } },
        }),
      );
      // Without a wish in Accept the answer is JSON, not YAML.
      const { tagging, sets, funnels } = content as Schemas['Blueprint'];
      return { tagging, sets, funnels: (funnels ?? []) as Settings['funnels'] };
    },
  });
