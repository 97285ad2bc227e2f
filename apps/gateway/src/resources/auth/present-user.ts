import type { User } from '@svc/proto';
import { requiredTime, toIsoTime } from '../../messages/iso-time.js';

/** A user as docs/identity.md shows it. */
export const presentUser = (user: User) => ({
  id: user.id,
  email: user.email,
  name: user.name,
  locale: user.locale,
  hasSecondFactor: user.hasSecondFactor,
  createdAt: requiredTime(user.createTime),
  lastSignInAt: toIsoTime(user.lastSignInTime),
});
