import type { Schemas } from '../../../api/client.js';

/** What the release screen is about to put in force. */
export type ReleaseTarget =
  /** What is being edited. */
  | { kind: 'EDIT'; revision: number }
  | { kind: 'DRAFT'; versionId: string }
  /** A release that comes back. */
  | { kind: 'RELEASE'; number: number };

/** @param release - of the address; undefined: the edit, or the draft if nothing is being edited. */
export function findTarget(
  { edit, draft }: Pick<Schemas['FunnelSummary'], 'edit' | 'draft'>,
  release: string | undefined,
): ReleaseTarget | undefined {
  if (release !== undefined) return { kind: 'RELEASE', number: Number(release) };
  if (edit) return { kind: 'EDIT', revision: edit.revision };
  return draft ? { kind: 'DRAFT', versionId: draft.id } : undefined;
}

/** Changes with everything that would be published. */
export function toState(target: ReleaseTarget): string {
  if (target.kind === 'EDIT') return `edit ${target.revision}`;
  return target.kind === 'DRAFT' ? `draft ${target.versionId}` : `release ${target.number}`;
}

/** The target as the API names it, in a comparison, a check and a replay. */
export function toRequests(target: ReleaseTarget) {
  if (target.kind === 'RELEASE') {
    const { number } = target;
    return { to: number, check: { release: number }, replay: { release: number, last: 500 } };
  }
  const version = target.kind === 'EDIT' ? ('edit' as const) : ('draft' as const);
  return { to: version, check: { version }, replay: { version, last: 500 } };
}
