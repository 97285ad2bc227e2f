import { carryForward, inOrder, normalizeKey, type Step } from '@svc/domain';
import { canonicalJson, randomId, sha256 } from '@svc/kit';
import type { CurrentVersion } from './funnel.js';

/** Steps as a version would hold them. */
export interface VersionContent {
  steps: Step[];
  contentDigest: Buffer;
  givenDigest: Buffer;
}

/**
 * Steps of a new version: sorted, with the histories of the published version carried forward, so that answers given to
 * any earlier version still find their options. docs/management.md "Versions".
 */
export function versionContent(given: readonly Step[], published: readonly Step[] | undefined): VersionContent {
  const steps = carryForward(inOrder(given), published);
  return { steps, contentDigest: digestSteps(steps), givenDigest: digestSteps(given) };
}

/**
 * True when storing the content would change nothing worth a new version: it is what the version holds, or what was given
 * when the version was made (histories may have grown since), or what an export of it gives.
 */
export function isSameContent(version: CurrentVersion | null, content: VersionContent): boolean {
  if (!version) return false;
  return (
    version.contentDigest.equals(content.contentDigest) ||
    version.givenDigest.equals(content.givenDigest) ||
    version.contentDigest.equals(content.givenDigest)
  );
}

export function toVersion(content: VersionContent, number: number): CurrentVersion {
  return { id: randomId(), number, ...content };
}

/** Order of steps and of former keys, and the letter case of the latter, mean nothing. */
function digestSteps(steps: readonly Step[]): Buffer {
  const normalized = inOrder(steps).map((step) => ({
    ...step,
    formerIds: [...step.formerIds].sort((a, b) => a - b),
    selections: step.selections.map((selection) => ({
      ...selection,
      formerKeys: selection.formerKeys.map(normalizeKey).sort(),
    })),
  }));
  return sha256(canonicalJson(normalized));
}
