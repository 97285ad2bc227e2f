import { normalizeTag, type Step } from '@svc/domain';
import { createLimiter, json, ServiceError } from '@svc/kit';
import type { Clients } from '../../../clients.js';

const FUNNELS_PER_PAGE = 100;
/** Versions that are read at a time. */
const MAX_CONCURRENT = 8;

/** How many options name a tag, by tag. An option that the published version and the draft have counts once. */
export async function countOptionTags(
  { funnelAdmin }: Pick<Clients, 'funnelAdmin'>,
  companyId: string,
): Promise<Map<string, number>> {
  const inTurn = createLimiter(MAX_CONCURRENT);
  const options = new Map<string, Set<string>>();
  const readVersion = async (subdomain: string, versionId: string) => {
    for (const { id, selections } of await readSteps(subdomain, versionId)) {
      for (const { key, tags } of selections ?? []) {
        for (const tag of [...tags.require, ...tags.prefer, ...tags.avoid]) {
          const name = normalizeTag(tag) ?? tag;
          options.set(name, (options.get(name) ?? new Set()).add(JSON.stringify([subdomain, id, key])));
        }
      }
    }
  };
  const readSteps = async (subdomain: string, versionId: string): Promise<readonly Step[]> => {
    try {
      const { stepsJson } = await funnelAdmin.describeVersion({ companyId, subdomain, versionId });
      return json.decode<Step[]>(stepsJson);
    } catch (error) {
      // Archived, or the draft was replaced, since the list was read.
      if (error instanceof ServiceError && ['NOT_FOUND', 'VERSION_NOT_FOUND'].includes(error.code)) return [];
      throw error;
    }
  };
  let pageToken = '';
  do {
    const page = await funnelAdmin.listFunnels({
      companyId,
      pageSize: FUNNELS_PER_PAGE,
      pageToken,
      archived: false,
    });
    const versions = page.items.flatMap(({ subdomain, published, draft }) =>
      [published, draft].flatMap((version) => (version ? [{ subdomain, id: version.id }] : [])),
    );
    await Promise.all(versions.map(({ subdomain, id }) => inTurn(() => readVersion(subdomain, id))));
    pageToken = page.nextPageToken;
  } while (pageToken !== '');
  return new Map([...options].map(([tag, { size }]) => [tag, size]));
}
