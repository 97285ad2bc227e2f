import { expect, it } from 'vitest';
import { useCli } from '../../testing/use-cli.js';

const cli = useCli();
const { svc, lines } = cli;

const older = {
  number: 1,
  version: { id: 'V1', number: 1 },
  releasedAt: '2026-11-20T10:00:00.000Z',
  releasedBy: null,
  note: null,
  restored: null,
  settingsVersion: 4,
  inForce: false,
};
const newer = {
  ...older,
  number: 2,
  version: { id: 'V2', number: 3 },
  releasedBy: 'Ada Lovelace',
  note: 'For spring',
  settingsVersion: null,
  inForce: true,
};
const page = (data: unknown[], nextCursor: string | null = null) => ({ body: { data, nextCursor } });
const diff = (...sentences: string[]) => ({ body: { changes: sentences.map((sentence) => ({ sentence })) } });
const released = { body: { release: 3, number: 4, versionId: 'V4', settingsVersion: 5, warnings: [] } };

it('list reads every page and says who released what (docs/releases.md "Releases")', async () => {
  cli.answer(page([newer], 'c 1'), page([older]));
  expect((await svc('releases list beauty')).out).toBe(
    '   2  version 3  2026-11-20T10:00:00.000Z  in force  by Ada Lovelace  For spring\n' +
      '   1  version 1  2026-11-20T10:00:00.000Z\n',
  );
  expect(lines()).toEqual([
    'GET /glow/funnels/beauty/releases?limit=100',
    'GET /glow/funnels/beauty/releases?limit=100&cursor=c%201',
  ]);
});

it('show names what a release changed; the first one changed nothing; an unknown one is an error', async () => {
  cli.answer(page([newer, older]), diff('The question "Skin?" is new.'));
  expect((await svc('releases show beauty 2')).out).toContain(
    'For spring\nChanges since release 1:\n  The question "Skin?" is new.\n',
  );
  expect(JSON.parse(cli.asked[1]?.body ?? '')).toEqual({ from: 1, to: 2, locale: 'en' });
  cli.answer(page([newer, older]));
  expect((await svc('releases show beauty 1')).out).toContain('Settings: version 4 in the end.\n');
  cli.answer(page([newer, older]));
  const unknown = await svc('releases show beauty 9');
  expect([unknown.code, unknown.err]).toEqual([2, 'beauty must have a release 9; see "svc releases list".\n']);
});

it('diff compares what is published with the edit, or the states that are named', async () => {
  cli.answer(diff(), diff('A rule is new.'));
  expect((await svc('releases diff beauty')).out).toBe('Nothing differs.\n');
  expect((await svc('releases diff beauty --from 2 --to draft')).out).toBe('A rule is new.\n');
  expect(cli.asked.map(({ body }) => JSON.parse(body))).toEqual([
    { from: 'published', to: 'edit', locale: 'en' },
    { from: 2, to: 'draft', locale: 'en' },
  ]);
});

it('release publishes the edit as it is now, the named revision, or the draft', async () => {
  cli.answer({ body: { revision: 17 } }, released, released, released);
  expect((await svc('releases release beauty --note Spring')).out).toBe(
    'Release 3 of beauty is in force: version 4 (V4).\n',
  );
  await svc('releases release beauty --revision 16 --force');
  await svc('releases release beauty --draft V4');
  expect(lines()).toEqual(['GET /glow/funnels/beauty/edit', ...Array(3).fill('POST /glow/funnels/beauty/release')]);
  expect(cli.asked.slice(1).map(({ body }) => JSON.parse(body))).toEqual([
    { revision: 17, note: 'Spring' },
    { revision: 16, force: true },
    { versionId: 'V4' },
  ]);
  expect((await svc('releases release beauty --draft V4 --revision 1')).code).toBe(2);
});

it('restore puts a release in force again; a refusal is exit code 1', async () => {
  cli.answer(released, { status: 409, body: { error: 'CONFLICT', message: 'It has 1 dead end.' } });
  expect((await svc('releases restore beauty 1 --note Back')).out).toContain('Release 3 of beauty is in force');
  expect(lines()).toEqual(['POST /glow/funnels/beauty/releases/1/restore']);
  expect(cli.asked[0]?.body).toBe('{"note":"Back"}');
  expect(await svc('releases restore beauty 1')).toMatchObject({ code: 1, err: 'CONFLICT: It has 1 dead end.\n' });
});
