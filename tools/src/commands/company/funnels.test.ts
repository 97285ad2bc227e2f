import { expect, it } from 'vitest';
import { useCli } from '../../testing/use-cli.js';

const cli = useCli();
const { svc, lines } = cli;

it('publish and versions name what they did', async () => {
  cli.answer(
    { body: { id: 'V2', number: 2 } },
    { body: { data: [{ id: 'V2', number: 2, state: 'PUBLISHED', createdAt: 'today' }], nextCursor: null } },
  );
  expect((await svc('publish beauty')).out).toBe('Version 2 (V2) of beauty is published.\n');
  expect((await svc('versions beauty')).out).toBe('   2  V2  PUBLISHED  today\n');
  expect(lines()).toEqual(['POST /glow/funnels/beauty/publish', 'GET /glow/funnels/beauty/versions?limit=100']);
});

it('publish lists answers after which nothing is shown, exit code 1; --force publishes nevertheless (ADR 21)', async () => {
  const details = [
    { path: '/draft/steps/1', message: 'Nothing matches with taste = sour and scent = none.' },
    { path: '', message: 'Nothing matches, whatever is answered.' },
  ];
  cli.answer(
    { status: 409, body: { error: 'CONFLICT', message: 'The draft has 2 dead ends.', details } },
    { body: { id: 'V2', number: 2 } },
  );
  expect(await svc('publish beauty')).toEqual({
    code: 1,
    out: '',
    err:
      'CONFLICT: The draft has 2 dead ends.\n' +
      '  /draft/steps/1: Nothing matches with taste = sour and scent = none.\n' +
      '  /: Nothing matches, whatever is answered.\n',
  });
  expect((await svc('publish beauty --force --company other')).out).toBe('Version 2 (V2) of beauty is published.\n');
  expect(cli.asked.map(({ body }) => body)).toEqual(['', '{"force":true}']);
  expect(lines()[1]).toBe('POST /other/funnels/beauty/publish');
});
