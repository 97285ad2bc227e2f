import { ApiError } from '../../api/api-error.js';
import { api, load, loadState, type Schemas } from '../../api/client.js';
import { fetchFunnel } from '../funnel-data/queries.js';
import { type EditService, type Loaded, OtherStateError } from './model/edit-session.js';
import { type Content, toContent, toParts, toSteps } from './model/steps.js';

const EMPTY: Content = { steps: [], others: {} };
const FUNNEL = '/api/admin/v1/companies/{handle}/funnels/{subdomain}';

/** The edit of one funnel in the management API. docs/management.md "Editing a funnel". */
export function createEditService(handle: string, subdomain: string): EditService {
  const path = { handle, subdomain };

  const loadVersion = async (versionId: string): Promise<Content> => {
    const { steps } = await load(
      api.GET(`${FUNNEL}/versions/{versionId}`, { params: { path: { ...path, versionId } } }),
    );
    return { steps: toSteps(steps), others: {} };
  };

  return {
    loadVersion,

    async load(): Promise<Loaded> {
      const funnel = await fetchFunnel(handle, subdomain);
      // Asked for only if there is one: browsers log every 404.
      const edit = funnel.edit ? await loadEdit(path) : undefined;
      const currentVersionId = (funnel.draft ?? funnel.published)?.id ?? null;
      const version = currentVersionId === null ? EMPTY : await loadVersion(currentVersionId);
      const rest = { currentVersionId, version };
      if (!edit) {
        const synced = { content: version, revision: undefined, baseVersionId: currentVersionId };
        return { ...rest, synced, problems: [], warnings: [] };
      }
      const { revision, base, parts, problems, warnings } = edit;
      const synced = { content: toContent(parts, version.steps), revision, baseVersionId: base.versionId };
      return { ...rest, synced, problems, warnings };
    },

    async save(content, { revision, baseVersionId }, comparesBase) {
      try {
        return await load(
          api.PUT(`${FUNNEL}/edit`, {
            params: {
              path,
              header: revision === undefined ? { 'if-none-match': '*' } : { 'if-match': toEtag(revision) },
            },
            body: {
              parts: toParts(content),
              ...(comparesBase && baseVersionId !== null ? { base: { versionId: baseVersionId } } : {}),
            },
          }),
        );
      } catch (error) {
        throw error instanceof ApiError && error.status === 412 ? new OtherStateError(error.message) : error;
      }
    },

    async discard(revision) {
      await load(api.DELETE(`${FUNNEL}/edit`, { params: { path, header: { 'if-match': toEtag(revision) } } }));
    },
  };
}

async function loadEdit(path: { handle: string; subdomain: string }): Promise<Schemas['FunnelEdit'] | undefined> {
  try {
    const { value } = await loadState(api.GET(`${FUNNEL}/edit`, { params: { path } }));
    return value;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

const toEtag = (revision: number): string => `"${revision}"`;

/** Makes the draft version of an edit. */
export const createDraft = (handle: string, subdomain: string, revision: number) =>
  load(
    api.POST(`${FUNNEL}/edit/draft`, {
      params: { path: { handle, subdomain }, header: { 'if-match': toEtag(revision) } },
    }),
  );

/** Reports where the user works, and returns the others. */
export const reportPresence = (handle: string, subdomain: string, at: string) =>
  load(api.POST(`${FUNNEL}/edit/presence`, { params: { path: { handle, subdomain } }, body: { at } }));
