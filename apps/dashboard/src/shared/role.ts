import type { Role } from '@svc/domain';
import type { TextKey, Translator } from '../i18n/translator.js';

const NAMES: Record<Role, TextKey> = { ADMIN: 'role.admin', EDITOR: 'role.editor', ANALYST: 'role.analyst' };

/** The name of a role; null and undefined are the platform's. */
export const toRole = (role: Role | null | undefined, { t }: Translator): string =>
  t(role ? NAMES[role] : 'role.platform');
