import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.js';
import { api, loadState, type Schemas } from './client.js';
import { useChange } from './queries.js';

export type CompanySettings = Schemas['CompanySettings'];
export type SettingsPatch = Schemas['CompanySettingsRequest'];

/** What a company is itself, and the ETag of that state. docs/management.md "Settings in parts". */
export const settingsQuery = (handle: string) =>
  queryOptions({
    queryKey: ['settings', handle],
    queryFn: () => loadState(api.GET('/api/admin/v1/companies/{handle}/settings', { params: { path: { handle } } })),
  });

/** Others may change the settings between a look and a change; a machine that changes them all the time is reported. */
const MAX_ATTEMPTS = 3;

/**
 * Changes settings. `decide` gets the state to which the change will apply, and is asked again when another user was faster: it returns
 * the change, or undefined if the user must decide first.
 */
export function useSettingsChange(
  handle: string,
  onDone?: (warnings: Schemas['ChangedCompanySettings']['warnings']) => void,
) {
  const queries = useQueryClient();
  const query = settingsQuery(handle);
  return useChange({
    run: async (decide: (current: CompanySettings) => SettingsPatch | undefined) => {
      for (let attempt = 1; ; attempt++) {
        const { value, etag } = await queries.ensureQueryData(query);
        const body = decide(value);
        if (!body) return undefined;
        try {
          const params = { path: { handle }, header: { 'if-match': etag } };
          const answer = await loadState(api.PATCH('/api/admin/v1/companies/{handle}/settings', { params, body }));
          const { warnings, ...changed } = answer.value;
          queries.setQueryData(query.queryKey, { value: changed, etag: answer.etag });
          return warnings;
        } catch (error) {
          if (!(error instanceof ApiError) || error.status !== 412 || attempt === MAX_ATTEMPTS) throw error;
          await queries.fetchQuery({ ...query, staleTime: 0 });
        }
      }
    },
    changes: query.queryKey,
    onDone: (warnings) => warnings && onDone?.(warnings),
  });
}
