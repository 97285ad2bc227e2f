import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, toApiError } from '../../api/api-error.js';
import { api, load, type Schemas } from '../../api/client.js';
import { nullIfUnpublished } from '../../api/null-if-unpublished.js';
import { FUNNEL, toPath } from '../funnel-data/queries.js';
import { readLines } from './check-lines.js';

export type Check = Schemas['FunnelCheck'];
export type Replay = Schemas['ReplayReport'];
type Progress = Schemas['CheckProgress'];

/** What is checked. Another `state` is checked again. */
export interface CheckSubject {
  state: string;
  body: Schemas['CheckRequest'];
}

/** A service checks few funnels at a time: until it has time, another attempt. docs/dashboard.md Y39.2. */
const WAIT_MS = 10_000;

/** Whether a check failed because the service has no time for it now. */
export const isWithoutTime = (error: Error | null): boolean => error instanceof ApiError && error.status === 503;

/** After how many milliseconds a check that failed is tried again; false: not by itself. */
export const waitForTime = (error: Error | null): number | false => isWithoutTime(error) && WAIT_MS;

/** A check that reports its progress. It starts by itself and ends with the screen. @param subject - null: nothing to check. */
export function useCheck(company: string, subdomain: string, subject: CheckSubject | null) {
  const client = useQueryClient();
  const key = ['check', company, subdomain, subject?.state];
  const progressKey = [...key, 'progress'];
  const { data: progress = null } = useQuery<Progress | null>({
    queryKey: progressKey,
    queryFn: () => null,
    enabled: false,
  });
  const check = useQuery<Check>({
    queryKey: key,
    enabled: subject !== null,
    // What was found before stays visible while another state is checked.
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state }) => waitForTime(state.error),
    queryFn: async ({ signal }) => {
      const answer = await api.POST(`${FUNNEL}/check`, {
        params: toPath(company, subdomain),
        headers: { accept: 'application/x-ndjson' },
        body: subject?.body ?? {},
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

/**
 * What the newest analyses would match with a change. Null: there is nothing in force that it could be compared with.
 * @param body - undefined: not yet.
 * @param state - of what the body names; another one is replayed again.
 */
export const useReplay = (
  company: string,
  subdomain: string,
  body: Schemas['ReplayRequest'] | undefined,
  state?: string,
) =>
  useQuery<Replay | null>({
    queryKey: ['replay', company, subdomain, body, state],
    enabled: body !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const answer = api.POST(`${FUNNEL}/replay`, {
        params: toPath(company, subdomain),
        body: body as Schemas['ReplayRequest'],
        signal,
      });
      return load(answer).catch(nullIfUnpublished);
    },
  });
