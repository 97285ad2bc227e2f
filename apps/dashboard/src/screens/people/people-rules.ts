import type { Schemas } from '../../api/client.js';

type Member = Pick<Schemas['Member'], 'id' | 'role'>;
type Invitation = Pick<Schemas['Invitation'], 'state' | 'sentCount'>;

/** Why a membership cannot be changed; undefined: it can. The service refuses both as well. docs/identity.md I8.1. */
export type MemberLimit = 'OWN' | 'LAST_ADMIN' | undefined;

/** @param isWhole - `members` are all members; otherwise there may be another administrator. */
export function getMemberLimit(
  member: Member,
  members: readonly Member[],
  userId: string,
  isWhole: boolean,
): MemberLimit {
  if (member.id === userId) return 'OWN';
  const isOnlyAdmin = member.role === 'ADMIN' && members.filter(({ role }) => role === 'ADMIN').length === 1;
  return isOnlyAdmin && isWhole ? 'LAST_ADMIN' : undefined;
}

/** docs/identity.md I5.3. */
const MAX_SENT = 5;

/** An invitation that waits for an answer can be sent again, also after its link has expired. */
export const isOpen = ({ state }: Invitation): boolean => state === 'PENDING' || state === 'EXPIRED';
export const isSentOften = ({ sentCount }: Invitation): boolean => sentCount >= MAX_SENT;

/** The pending invitation that a refused one names. */
export const findPendingId = (details: readonly { path: string }[] | undefined): string | undefined =>
  details?.map(({ path }) => /^\/invitations\/([^/]+)$/.exec(path)?.[1]).find((id) => id !== undefined);
