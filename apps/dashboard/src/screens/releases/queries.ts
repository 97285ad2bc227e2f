import { useQuery } from '@tanstack/react-query';
import { api, load, type Schemas } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { FUNNEL, releaseKey, toPath } from '../../shared/funnel-data/queries.js';
import type { Settings } from './settings/settings-parts.js';

/** Releases of a funnel, newest first. */
export const useReleases = (company: string, subdomain: string) =>
  useList([...releaseKey(company), 'history', subdomain], (cursor) =>
    load(
      api.GET(`${FUNNEL}/releases`, {
        params: { ...toPath(company, subdomain), query: { limit: 50, ...(cursor ? { cursor } : {}) } },
      }),
    ),
  );

/** What differs between two states of a funnel, in the language of the user. @param state - of an edit; another one is compared again. */
export const useDiff = (
  company: string,
  subdomain: string,
  states: Pick<Schemas['DiffRequest'], 'from' | 'to'>,
  locale: string,
  state?: string,
) =>
  useQuery({
    queryKey: [...releaseKey(company), 'diff', subdomain, states, locale, state],
    queryFn: ({ signal }) =>
      load(api.POST(`${FUNNEL}/diff`, { params: toPath(company, subdomain), body: { ...states, locale }, signal })),
  });

/** Questions of a state, for the names of answers. @param version - null: those that are being edited. */
export const useSteps = (company: string, subdomain: string, version: string | null, state: string) =>
  useQuery({
    queryKey: ['release-steps', company, subdomain, version, state],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      if (version !== null) {
        const params = { path: { handle: company, subdomain, versionId: version } };
        return (await load(api.GET(`${FUNNEL}/versions/{versionId}`, { params }))).steps;
      }
      return (await load(api.GET(`${FUNNEL}/edit`, { params: toPath(company, subdomain) }))).parts.steps ?? [];
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
