import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentedRoutes } from '../router.js';
import { hasPermission, needsFreshSignIn, PERMISSIONS, ROLES } from './permissions.js';

const page = readFileSync(new URL('../../../../docs/identity.md', import.meta.url), 'utf8');
const ROW = /^\| `([a-z]+\.[a-z]+)` \| (\S+) \| (\S+) \| (\S+) \| (yes|–) \|/gm;
const CELLS: Record<string, string> = { yes: 'always', '–': 'never' };

describe('the matrix of permissions', () => {
  it('is the table of docs/identity.md I9', () => {
    const expected = [...page.matchAll(ROW)].map(([, name, ...cells]) => [
      name,
      ...cells.slice(0, 3).map((cell) => CELLS[cell] ?? cell.replaceAll('`', '')),
      cells[3] === 'yes',
    ]);
    const policies = ['mayInvite', 'editorsMayPublish'] as const;
    const off = { mayInvite: false, requireTwoFactor: false, editorsMayPublish: false };
    const names = Object.keys(PERMISSIONS) as (keyof typeof PERMISSIONS)[];
    const found = names.map((name) => [
      name,
      ...ROLES.map((role) => {
        if (hasPermission(name, role, off)) return 'always';
        return policies.find((policy) => hasPermission(name, role, { ...off, [policy]: true })) ?? 'never';
      }),
      needsFreshSignIn(name),
    ]);
    expect(found).toEqual(expected);
  });

  it('every route below /api/admin requires one of its permissions, and no other route does (docs/identity.md I9)', () => {
    const problems = documentedRoutes.filter(
      ({ path, permission }) => path.startsWith('/api/admin/') !== permission.startsWith('manage:'),
    );
    expect(problems.map(({ id }) => id)).toEqual([]);
  });
});
