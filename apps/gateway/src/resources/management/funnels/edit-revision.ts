import { ServiceError } from '@svc/kit';
import type { Parameter } from '../../../route/parameter.js';

/** Of the examples. */
export const REVISION = 1795456800012;
export const ETAG_EXAMPLE = `"${REVISION}"`;

/** The header of answers. */
export const etag = { ETag: 'The revision, for If-Match.' };

export const toEtag = ({ revision }: { revision: number }) => ({ ETag: `"${revision}"` });

/** The revision that the caller has read. */
export const ifMatch: Parameter<number> = {
  description: 'The ETag of the edit.',
  example: ETAG_EXAMPLE,
  required: true,
  read: ([value = '']) => {
    if (value === '') throw requiresPrecondition('If-Match must be the ETag of the edit.');
    return readRevision(value);
  },
};

/** @returns the revision that there must be; undefined: there must be none. Fails with PRECONDITION_REQUIRED or PRECONDITION_FAILED. */
export function readExpectation(match: string | undefined, noneMatch: string | undefined): number | undefined {
  if (match !== undefined) return readRevision(match);
  if (noneMatch?.trim() === '*') return undefined;
  throw requiresPrecondition(
    'The request must have If-Match with the ETag of the edit, or If-None-Match: * for the first save.',
  );
}

/** What is no ETag of ours is one that no edit has. */
function readRevision(value: string): number {
  const [, revision] = /^"(\d{1,15})"$/.exec(value.trim()) ?? [];
  if (revision !== undefined) return Number(revision);
  throw new ServiceError('PRECONDITION_FAILED', 'If-Match must be the ETag of the edit as it is. Nothing was changed.');
}

const requiresPrecondition = (message: string) => new ServiceError('PRECONDITION_REQUIRED', message);
