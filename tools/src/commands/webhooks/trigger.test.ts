import { expect, it } from 'vitest';
import { useCli } from '../../testing/use-cli.js';

const cli = useCli();
const { svc, lines } = cli;
const test = {
  id: 'test_1',
  requestBody: '{"action":"Analysis Completed"}',
  startedAt: '2026-11-21T10:00:00.000Z',
  durationMs: 12,
  url: 'https://merchant.example/hook',
  status: 204,
  error: null,
  requestHeaders: { 'webhook-id': 'test_1' },
  responseBody: null,
};

it('webhooks trigger sends one example and shows what came back (docs/webhooks.md "The log")', async () => {
  cli.answer({ body: test });
  expect(await svc('webhooks trigger')).toEqual({
    code: 0,
    err: '',
    out: `test_1  2026-11-21T10:00:00.000Z  12 ms  204  https://merchant.example/hook
  > webhook-id: test_1

{"action":"Analysis Completed"}
`,
  });
  expect(lines()).toEqual(['POST /glow/webhooks/test']);
});

it('webhooks trigger ends with 1 when the endpoint does not accept the example', async () => {
  const error = 'The endpoint responded with 500.';
  cli.answer({ body: { ...test, status: 500, error, responseBody: 'no\u001b[2J' } });
  const { code, out } = await svc('webhooks trigger');
  expect(code).toBe(1);
  expect(out).toContain(`  500  https://merchant.example/hook\n  ${error}\n`);
  expect(out).toContain('  < no\\u001b[2J\n');
});
