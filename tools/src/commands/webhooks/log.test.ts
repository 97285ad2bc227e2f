import { expect, it } from 'vitest';
import { useCli } from '../../testing/use-cli.js';

const cli = useCli();
const { svc, lines } = cli;
const delivery = (id: string, rest: object = {}) => ({
  id,
  target: 'webhook',
  state: 'PENDING',
  analysisId: 'analysis-1',
  createdAt: '2026-11-21T10:00:00.000Z',
  attempts: 1,
  nextAttemptAt: '2026-11-21T10:00:05.000Z',
  lastStatus: 500,
  lastError: 'The endpoint responded with 500.',
  finishedAt: null,
  ...rest,
});

it('webhooks list prints the newest first and says what comes next', async () => {
  cli.answer(
    {
      body: {
        data: [
          delivery('msg_3'),
          delivery('msg_2', { nextAttemptAt: null, target: 'crm', attempts: 4 }),
          delivery('msg_1', { state: 'DELIVERED', nextAttemptAt: null, lastError: null }),
        ],
        nextCursor: 'more',
      },
    },
    { body: { data: [], nextCursor: null } },
  );
  expect((await svc('webhooks list')).out).toBe(
    '2026-11-21T10:00:00.000Z  msg_3  webhook  PENDING    1 attempt  The endpoint responded with 500.  next 2026-11-21T10:00:05.000Z\n' +
      '2026-11-21T10:00:00.000Z  msg_2  crm      PENDING    4 attempts  The endpoint responded with 500.  waits for its endpoint\n' +
      '2026-11-21T10:00:00.000Z  msg_1  webhook  DELIVERED  1 attempt\n' +
      'There are more; --limit shows up to 100.\n',
  );
  expect((await svc('webhooks list --state dead --target crm --analysis a1 --limit 5')).out).toBe(
    'There are no such deliveries.\n',
  );
  expect(lines()).toEqual([
    'GET /glow/webhooks/deliveries?limit=20',
    'GET /glow/webhooks/deliveries?limit=5&state=DEAD&target=crm&analysisId=a1',
  ]);
});

it('webhooks show prints attempts and body; what an endpoint answered cannot repaint the terminal', async () => {
  const attempt = {
    number: 1,
    startedAt: '2026-11-21T10:00:00.000Z',
    durationMs: 12,
    url: 'https://merchant.example/hook',
    status: 500,
    error: 'The endpoint responded with 500.',
    requestHeaders: { 'webhook-id': 'msg_1' },
    responseBody: 'no\u001b[2J',
  };
  cli.answer({ body: { ...delivery('msg_1'), requestBody: '{"a":1}', requestBodyBytes: 12, attemptLog: [attempt] } });
  expect(
    (await svc('webhooks show msg_1')).out,
  ).toBe(`2026-11-21T10:00:00.000Z  msg_1  webhook  PENDING    1 attempt  The endpoint responded with 500.  next 2026-11-21T10:00:05.000Z
analysis analysis-1

Attempt 1  2026-11-21T10:00:00.000Z  12 ms  500  https://merchant.example/hook
  The endpoint responded with 500.
  > webhook-id: msg_1
  < no\\u001b[2J

{"a":1}
… 12 bytes in all
`);
  expect(lines()).toEqual(['GET /glow/webhooks/deliveries/msg_1']);
});

it('webhooks redeliver takes one id, or what is dead, of all times or of a period', async () => {
  cli.answer({ status: 202, body: delivery('msg_1') });
  expect((await svc('webhooks redeliver msg_1')).out).toBe('msg_1 is delivered again.\n');
  cli.answer(
    { status: 202, body: { count: 214 } },
    { status: 202, body: { count: 0 } },
    { status: 409, body: { error: 'CONFLICT', message: 'The endpoint is switched off.' } },
  );
  expect((await svc('webhooks redeliver --dead')).out).toBe('Dead deliveries that are delivered again: 214.\n');
  const period = '--from 2026-11-21T08:00:00Z --to 2026-11-21T12:00:00Z';
  expect((await svc(`webhooks redeliver --dead --target crm ${period}`)).out).toBe('There are no dead deliveries.\n');
  expect(await svc('webhooks redeliver --dead')).toEqual({
    code: 1,
    out: '',
    err: 'CONFLICT: The endpoint is switched off.\n',
  });
  expect(lines().slice(0, 3)).toEqual([
    'POST /glow/webhooks/deliveries/msg_1/redeliver',
    'POST /glow/webhooks/redeliver',
    'POST /glow/webhooks/redeliver',
  ]);
  const unclear = await svc('webhooks redeliver');
  expect([unclear.code, unclear.err]).toEqual([2, 'Name one webhook-id, or give --dead.\n']);
});

it('webhooks endpoints ends with 1 when one is switched off; enable switches it on', async () => {
  const endpoint = {
    target: 'webhook',
    url: 'https://merchant.example/hook',
    state: 'DISABLED',
    disabledReason: 'GONE',
    disabledAt: '2026-11-21T10:00:00.000Z',
    failingSince: '2026-11-21T10:00:00.000Z',
    pending: 3,
  };
  const on = { ...endpoint, state: 'ENABLED', disabledReason: null, disabledAt: null, failingSince: null };
  cli.answer({ body: { data: [endpoint] } }, { body: on }, { body: { data: [] } });
  expect(await svc('webhooks endpoints')).toMatchObject({
    code: 1,
    out: 'webhook  DISABLED  https://merchant.example/hook  switched off 2026-11-21T10:00:00.000Z: it responded with 410, so it accepts nothing more; 3 pending\n',
  });
  expect(await svc('webhooks enable webhook')).toMatchObject({
    code: 0,
    out: 'webhook  ENABLED  https://merchant.example/hook  well; 3 pending\n',
  });
  expect((await svc('webhooks endpoints')).out).toMatch(/neither a webhook nor a CRM/);
  expect(lines()[1]).toBe('POST /glow/webhooks/endpoints/webhook/enable');
});
