import type { TaggingOperation } from '@svc/domain';
import { useQuery } from '@tanstack/react-query';
import { api, load, type Schemas } from '../../api/client.js';
import { useChange, useList } from '../../api/queries.js';
import { useCompany, useMe } from '../../app/company.js';
import { openUnsavedOperations } from '../../shared/unsaved/unsaved-operations.js';

export type Experiment = Schemas['Experiment'];
export type Results = Schemas['ExperimentResults'];
export type Measure = Experiment['primaryMeasure'];

const LIST = '/api/admin/v1/companies/{handle}/experiments';
const ONE = `${LIST}/{experimentId}` as const;
const REFRESH_MS = 60_000;

/** Everything that a change of a test concerns. */
const experimentKey = (handle: string) => ['experiments', handle] as const;

export const useExperiments = (handle: string) =>
  useList([...experimentKey(handle), 'list'], (cursor) =>
    load(api.GET(LIST, { params: { path: { handle }, query: { limit: 50, ...(cursor ? { cursor } : {}) } } })),
  );

const toParams = (handle: string, experimentId: string) => ({ params: { path: { handle, experimentId } } });

export const useExperiment = (handle: string, id: string) =>
  useQuery({
    queryKey: [...experimentKey(handle), id],
    queryFn: () => load(api.GET(ONE, toParams(handle, id))),
  });

/** Sums are made every minute. */
export const useResults = (handle: string, id: string) =>
  useQuery({
    queryKey: [...experimentKey(handle), id, 'results'],
    queryFn: () => load(api.GET(`${ONE}/results`, toParams(handle, id))),
    refetchInterval: REFRESH_MS,
  });

export const useCreation = (handle: string, onDone: (created: Experiment) => void) =>
  useChange({
    run: (body: Schemas['ExperimentRequest']) => load(api.POST(LIST, { params: { path: { handle } }, body })),
    changes: experimentKey(handle),
    onDone,
  });

export const useExperimentChange = (handle: string, id: string, onDone?: () => void) =>
  useChange({
    run: (body: Schemas['ExperimentChange']) => load(api.PATCH(ONE, { ...toParams(handle, id), body })),
    changes: experimentKey(handle),
    ...(onDone ? { onDone } : {}),
  });

export const useStart = (handle: string, id: string, onDone: () => void) =>
  useChange({
    run: (dryCheck: boolean) => load(api.POST(`${ONE}/start`, { ...toParams(handle, id), body: { dryCheck } })),
    changes: experimentKey(handle),
    onDone,
  });

export const useStop = (handle: string, id: string, onDone: () => void) =>
  useChange({
    run: () => load(api.POST(`${ONE}/stop`, toParams(handle, id))),
    changes: experimentKey(handle),
    onDone,
  });

/** Changes of tags that the user has prepared in the tagging screen and not saved. */
export function useUnsavedTags(): TaggingOperation[] {
  const { handle } = useCompany();
  const { user } = useMe();
  const { data } = useQuery({
    queryKey: ['unsaved-tags', user.id, handle],
    // A browser may have no storage.
    queryFn: async () =>
      openUnsavedOperations(user.id, handle)
        .read()
        .catch(() => []),
    staleTime: 0,
  });
  return data ?? [];
}
