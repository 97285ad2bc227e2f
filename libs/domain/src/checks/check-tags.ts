import { ALL_COLOR_TYPES, SKIN_COLORS, SKIN_UNDERTONES } from '../answers/enums.js';
import { MAX_TAG_LENGTH, MAX_TAGS, MAX_TARGET_IDS } from '../limits.js';
import {
  COLOR_TYPE_NAMESPACE,
  COMPLEXION_NAMESPACE,
  normalizeTag,
  parseColorTypeTag,
  parseComplexionTag,
  splitTag,
} from '../matching/tags.js';
import { checkCount, checkShopId } from './check-values.js';
import type { Path, Problems } from './problems.js';

/** What is wrong with a tag, as a sentence; null when it is fine. docs/matching.md M1. */
export function tagProblem(tag: string): string | null {
  if (tag.length > MAX_TAG_LENGTH) return `The tag must have at most ${MAX_TAG_LENGTH} characters.`;
  const normalized = normalizeTag(tag);
  if (normalized === null || /\p{Cc}|\p{Surrogate}/u.test(tag))
    return 'The tag must be namespace:value, for example "finish:matte"; the namespace may contain a–z, 0–9, "_", "-" and ".".';
  const { namespace, value } = splitTag(normalized) as { namespace: string; value: string };
  if (!tag.startsWith(`${namespace}:`)) return `The namespace must be in lower case, without spaces: "${namespace}:…".`;
  if (namespace === COLOR_TYPE_NAMESPACE && parseColorTypeTag(tag) === null)
    return `The color type must be one of ${ALL_COLOR_TYPES.join(', ')}; "${value}" is not one of them.`;
  if (namespace === COMPLEXION_NAMESPACE && parseComplexionTag(tag) === null)
    return `The tag must be complexion:DEPTH/UNDERTONE with ${SKIN_COLORS.join(', ')} and ${SKIN_UNDERTONES.join(', ')} or *.`;
  return null;
}

export function checkTags(tags: readonly string[], path: Path, problems: Problems): void {
  checkCount(tags, MAX_TAGS, 'tags', path, problems);
  tags.forEach((tag, index) => {
    const problem = tagProblem(tag);
    if (problem) problems.add([...path, index], problem);
  });
}

/** Lists of a rule's target, an assortment or a tab's `select`; absent lists pass. */
export function checkTarget(
  target: { tags?: string[]; productIds?: string[]; variantIds?: string[] },
  path: Path,
  problems: Problems,
): void {
  checkTags(target.tags ?? [], [...path, 'tags'], problems);
  for (const list of ['productIds', 'variantIds'] as const) {
    const ids = target[list] ?? [];
    checkCount(ids, MAX_TARGET_IDS, 'ids', [...path, list], problems);
    for (const [index, id] of ids.entries()) checkShopId(id, [...path, list, index], problems);
  }
}
