import { generalError, ServiceError } from '@svc/kit';

/** The current versions of a funnel, and the state of the version that a request names. */
export interface VersionChoice {
  publishedVersionId: string | null;
  draftVersionId: string | null;
  /** Absent: the request names none. */
  namedVersionId: string | undefined;
  /** State of the named version; undefined: the funnel has no such version. */
  namedVersionState: string | undefined;
}

/** Where a submission is stored. */
export interface SubmissionTarget {
  versionId: string;
  /** It is the current draft. */
  isPreview: boolean;
  /** The request named a superseded published version; `versionId` is the current one. */
  superseded: boolean;
}

/**
 * The version that GET funnel answers: the named one if it is current, else the published one, else the draft.
 * docs/contract.md C7.2.
 */
export function chooseReadVersion(choice: VersionChoice): string {
  const current = currentVersion(choice);
  const { namedVersionId } = choice;
  if (namedVersionId === undefined) return current;
  if (namedVersionId !== choice.publishedVersionId && namedVersionId !== choice.draftVersionId) {
    throw new ServiceError(
      'VERSION_NOT_FOUND',
      'versionId is neither the current published nor the current draft version of this funnel; leave it out for the current one.',
    );
  }
  return namedVersionId;
}

/**
 * The version that an analysis is stored against. docs/contract.md C9, rule 4.
 * @param field - what the caller's route calls the named version.
 */
export function chooseSubmissionVersion(
  choice: VersionChoice,
  field: 'createdWithVersionId' | 'versionId' = 'createdWithVersionId',
): SubmissionTarget {
  const current = currentVersion(choice);
  const { publishedVersionId, draftVersionId, namedVersionId, namedVersionState } = choice;
  const target = (versionId: string, superseded = false): SubmissionTarget => ({
    versionId,
    isPreview: versionId === draftVersionId,
    superseded,
  });
  if (namedVersionId === undefined) return target(current);
  if (namedVersionId === publishedVersionId || namedVersionId === draftVersionId) return target(namedVersionId);
  if (namedVersionState === 'SUPERSEDED' && publishedVersionId !== null) return target(publishedVersionId, true);
  throw new ServiceError(
    'VERSION_NOT_FOUND',
    `${field} is no published version and not the current draft of this funnel; send the version id that came with the questions.`,
  );
}

function currentVersion({ publishedVersionId, draftVersionId }: VersionChoice): string {
  const current = publishedVersionId ?? draftVersionId;
  if (current === null) {
    throw generalError('FUNNEL_NOT_PUBLISHED');
  }
  return current;
}
