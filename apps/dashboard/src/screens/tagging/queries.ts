import { useQuery } from '@tanstack/react-query';
import { api, load, type Schemas } from '../../api/client.js';
import { HOLDS_WORK } from '../../api/queries.js';
import { FUNNEL, toPath } from '../../shared/funnel-data/queries.js';
import type { UnsavedOperations } from '../../shared/unsaved/unsaved-operations.js';
import type { TaggingOperation } from './grid/grid-model.js';
import type { Item } from './item.js';

export const matrixKey = (company: string) => ['tagging', company] as const;

/**
 * The matrix, and what of an earlier visit is not saved. It is loaded again by the screen only, so that no work is replaced.
 */
export const useMatrix = (company: string, unsaved: UnsavedOperations) =>
  useQuery({
    queryKey: matrixKey(company),
    queryFn: async () => {
      const matrix = await load(
        api.GET('/api/admin/v1/companies/{handle}/tag-matrix', {
          params: { path: { handle: company } },
        }),
      );
      // A browser may have no storage, for example in a private window.
      return { matrix, operations: await unsaved.read().catch(() => []) };
    },
    ...HOLDS_WORK,
  });

export interface LoadedMatrix {
  matrix: Schemas['TagMatrix'];
  /** What of an earlier visit is not saved. */
  operations: TaggingOperation[];
}

/** The part of the matrix that has a product or a variant. */
export const useItemMatrix = (company: string, { kind, id }: Item, unsaved: UnsavedOperations) =>
  useQuery({
    queryKey: ['tagging-item', company, kind, id],
    queryFn: async (): Promise<LoadedMatrix> => {
      const matrix = await load(
        api.GET('/api/admin/v1/companies/{handle}/tag-matrix', {
          params: { path: { handle: company }, query: { query: id } },
        }),
      );
      return { matrix, operations: await unsaved.read().catch(() => []) };
    },
    ...HOLDS_WORK,
  });

/** As many as a request may have. */
export const MAX_OPERATIONS = 20_000;

export interface Saved {
  applied: number;
  withoutEffect: number;
  warnings: { path: string; message: string }[];
}

/** Sends operations. A repeated one has no effect, so that after a lost answer all of them can be sent again. */
export async function saveOperations(company: string, operations: readonly TaggingOperation[]): Promise<Saved> {
  const saved: Saved = { applied: 0, withoutEffect: 0, warnings: [] };
  for (let from = 0; from < operations.length; from += MAX_OPERATIONS) {
    const answer = await load(
      api.PATCH('/api/admin/v1/companies/{handle}/tagging', {
        params: { path: { handle: company } },
        body: { operations: operations.slice(from, from + MAX_OPERATIONS) },
      }),
    );
    saved.applied += answer.applied;
    saved.withoutEffect += answer.withoutEffect;
    saved.warnings.push(...answer.warnings);
  }
  return saved;
}

/** Questions with options, as they are being edited, or else of the version in force or of the draft. */
export const useQuestions = (company: string, funnel: Schemas['FunnelSummary']) =>
  useQuery({
    queryKey: ['tagging-questions', company, funnel.subdomain, funnel.edit?.revision, funnel.published?.id],
    queryFn: async (): Promise<Schemas['BlueprintStep'][]> => {
      const steps = await fetchSteps(company, funnel);
      return steps.filter(({ selections }) => (selections ?? []).length > 0);
    },
  });

async function fetchSteps(company: string, { subdomain, edit, published, draft }: Schemas['FunnelSummary']) {
  if (edit) {
    const { steps } = (await load(api.GET(`${FUNNEL}/edit`, { params: toPath(company, subdomain) }))).parts;
    if (steps) return steps;
  }
  const version = published ?? draft;
  if (!version) return [];
  const params = { path: { handle: company, subdomain, versionId: version.id } };
  return (await load(api.GET(`${FUNNEL}/versions/{versionId}`, { params }))).steps;
}

/** What the check of a published funnel finds about variants that no answers lead to. @param subdomain - undefined: not yet. */
export const useNeverMatched = (company: string, subdomain: string | undefined) =>
  useQuery({
    queryKey: ['never-matched', company, subdomain],
    enabled: subdomain !== undefined,
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<{ total: number; first: string[] }> => {
      const params = toPath(company, subdomain ?? '');
      const report = await load(api.POST(`${FUNNEL}/check`, { params, body: { version: 'published' }, signal }));
      return (report as Schemas['FunnelCheck']).unreachableVariants;
    },
  });
