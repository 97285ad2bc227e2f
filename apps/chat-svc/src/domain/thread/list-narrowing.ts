import type { Query } from '../plan/query.js';
import type { ChatCompany } from './chat-company.js';

const MAX_NARROWING = 2;
const MIN_SHARE = 0.2;
const MAX_SHARE = 0.8;

/**
 * Facets that divide the shown products: values that the company has a caption for, of which the query has no value of the same
 * namespace, and that some but not all of them have.
 */
export function listNarrowing(documents: readonly number[], query: Query, { lexicon }: ChatCompany): number[] {
  const used = new Set(query.groups.flatMap(({ facets }) => facets.map((facet) => lexicon.facets[facet]?.namespace)));
  const chosen: number[] = [];
  for (const facet of lexicon.captioned) {
    const { namespace, members } = lexicon.facets[facet] ?? {};
    if (!members || used.has(namespace)) continue;
    const share = documents.filter((document) => members.has(document)).length / documents.length;
    if (share < MIN_SHARE || share > MAX_SHARE) continue;
    chosen.push(facet);
    if (chosen.length === MAX_NARROWING) break;
  }
  return chosen;
}
