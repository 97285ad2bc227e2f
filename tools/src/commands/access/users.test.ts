import { expect, it } from 'vitest';
import { useCli } from '../../testing/use-cli.js';

const cli = useCli();
const { svc, lines } = cli;
const LINK = 'https://dashboard.svc.example/invite#token';
const expiresAt = '2026-11-28T12:00:00.000Z';

it('users invite --platform-admin invites an administrator of the platform, with the platform token (docs/identity.md I10.2)', async () => {
  cli.answer({ status: 201, body: { link: LINK, expiresAt } }, { status: 201, body: { expiresAt } });
  const shown = await svc('users invite --platform-admin ada@svc.example', { PLATFORM_TOKEN: 'the-platform-token' });
  expect([shown.code, shown.out]).toEqual([0, `${LINK}\n`]);
  const mailed = await svc('users invite ada@svc.example --platform-admin --locale de');
  expect([mailed.code, mailed.out, mailed.err]).toEqual([
    0,
    '',
    `The invitation was mailed to ada@svc.example; it is valid until ${expiresAt}.\n`,
  ]);
  expect(lines()).toEqual(['POST /api/admin/v1/invitations', 'POST /api/admin/v1/invitations']);
  expect(cli.asked[0]?.headers.authorization).toBe('Bearer the-platform-token');
  expect(cli.asked.map(({ body }) => JSON.parse(body))).toEqual([
    { email: 'ada@svc.example' },
    { email: 'ada@svc.example', locale: 'de' },
  ]);
});

it('users invite invites to the company, as administrator unless a role is given', async () => {
  cli.answer({ status: 201, body: { link: LINK, expiresAt } }, { status: 201, body: { link: LINK, expiresAt } });
  await svc('users invite ada@glow.example');
  await svc('users invite ada@glow.example --role EDITOR');
  expect(lines()).toEqual(['POST /glow/invitations', 'POST /glow/invitations']);
  expect(cli.asked.map(({ body }) => JSON.parse(body).role)).toEqual(['ADMIN', 'EDITOR']);
  const wrong = await svc('users invite ada@glow.example --platform-admin --role EDITOR');
  expect([wrong.code, wrong.out]).toEqual([2, '']);
});
