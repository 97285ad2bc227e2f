import type { Schemas } from '../api/client.js';
import type { TextKey, Translator } from '../i18n/translator.js';

export type Role = Schemas['Member']['role'];

export const ROLES: readonly Role[] = ['ADMIN', 'EDITOR', 'ANALYST'];

const NAMES: Record<Role, TextKey> = { ADMIN: 'role.admin', EDITOR: 'role.editor', ANALYST: 'role.analyst' };

/** The name of a role; null and undefined are the platform's. */
export const toRole = (role: Role | null | undefined, { t }: Translator): string =>
  t(role ? NAMES[role] : 'role.platform');
