import { expect, it } from 'vitest';
import { useCli } from '../../testing/use-cli.js';

const cli = useCli();
const { svc, lines } = cli;
const HASH = 'ab'.repeat(32);
const entry = (changes: object = {}) => ({
  ...{ id: 'entry-1', number: 3, at: '2026-11-21T11:59:00.000Z', action: 'key.manage/revokeApiKey' },
  actor: { kind: 'USER', id: 'user-1', name: 'Ada', email: 'ada@glow.example' },
  ...{ subject: null, targets: { keyId: 'key-1' }, requestId: 'r', network: '', outcome: 'OK', error: null },
  ...{ changed: [], changes: [], endedAt: null },
  ...changes,
});

it('audit list prints who did what, and how it ended', async () => {
  const none = { id: null, name: null, email: null };
  const found = [
    entry(),
    entry({ actor: { kind: 'PLATFORM_TOKEN', ...none }, outcome: 'REFUSED', error: 'CONFLICT', changed: ['role'] }),
    entry({
      ...{ actor: { kind: 'ANONYMOUS', ...none }, action: 'account/signIn', targets: {}, outcome: null },
      subject: { id: 'user-2', name: null, email: null },
    }),
  ];
  cli.answer({ body: { data: found, nextCursor: 'more' } }, { body: { data: [], nextCursor: null } });
  expect((await svc('audit list')).out).toBe(
    '2026-11-21T11:59:00.000Z  OK        key.manage/revokeApiKey  ada@glow.example  keyId=key-1\n' +
      '2026-11-21T11:59:00.000Z  REFUSED CONFLICT  key.manage/revokeApiKey  PLATFORM_TOKEN  keyId=key-1  changed: role\n' +
      '2026-11-21T11:59:00.000Z  in progress  account/signIn  ANONYMOUS  user=user-2\n' +
      'There are more; --limit shows up to 100, --to earlier ones.\n',
  );
  const filtered = await svc('audit list --actor user-1 --action key.manage --from 2026-11-01T00:00:00Z --limit 5');
  expect(filtered.out).toBe('There are no such entries.\n');
  cli.answer({ body: { data: [], nextCursor: null } });
  await svc('audit list --platform');
  expect(lines()).toEqual([
    'GET /glow/audit?limit=20',
    'GET /glow/audit?limit=5&actor=user-1&action=key.manage&from=2026-11-01T00%3A00%3A00Z',
    'GET /api/admin/v1/audit?limit=20',
  ]);
});

it('audit verify prints the head to keep, and exits with 1 when a record is missing', async () => {
  const whole = { records: 3, first: 1, head: { number: 3, hash: HASH }, problems: [] };
  cli.answer(
    { body: whole },
    { body: { ...whole, first: 2, records: 1, problems: [{ number: 3, message: 'Records 2 to 2 are missing.' }] } },
  );
  const good = await svc('audit verify');
  expect([good.code, good.out]).toEqual([0, `3 records.\nComplete and unchanged. Keep this for --head:\n3:${HASH}\n`]);
  const broken = await svc(`audit verify --head 3:${HASH}`);
  expect([broken.code, broken.out]).toEqual([
    1,
    '1 record, from 2 on; earlier ones have expired.\n3: Records 2 to 2 are missing.\n',
  ]);
  expect(lines()).toEqual(['GET /glow/audit/verification', `GET /glow/audit/verification?head=3%3A${HASH}`]);
});
