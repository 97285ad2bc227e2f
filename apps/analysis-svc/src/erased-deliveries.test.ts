import { setTimeout as delay } from 'node:timers/promises';
import { createInProcessBus, createLogger, randomId, sha256 } from '@svc/kit';
import { testLogger } from '@svc/kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SECRET, startDeliveries, type TestDeliveries, type TestProcess } from './delivery/testing/start-deliveries.js';
import { startWebhookServer, status, type WebhookServer } from './delivery/testing/webhook-server.js';
import { eraseByEmail, eraseById } from './usecases/erase-analyses.js';

let outbox: TestDeliveries;
let server: WebhookServer;
const bus = createInProcessBus();
beforeAll(async () => {
  [outbox, server] = await Promise.all([startDeliveries(), startWebhookServer()]);
  outbox.targets.set('company-1', { webhook: { url: server.url, secret: SECRET }, crm: null });
});
afterAll(async () => {
  await outbox?.stop();
  await server?.close();
  await bus.close();
});
const processes: TestProcess[] = [];
afterEach(async () => {
  await Promise.all(processes.splice(0).map((process) => process.stop()));
  for (const table of ['delivery_endpoints', 'jobs', 'deliveries', 'analyses']) await outbox.db(table).delete();
  server.received.length = 0;
  server.answer = (response) => void response.writeHead(204).end();
});
/** An attempt that nothing holds up does not end without an answer, however busy the machine is. */
const start = async (options: Parameters<TestDeliveries['start']>[0] = {}) => {
  const process = await outbox.start({ timeoutMs: 60_000, ...options });
  processes.push(process);
  return process;
};

/** Inserts an analysis with a due delivery. */
async function submit(email = 'erase@mail.example'): Promise<{ id: string; analysisId: string }> {
  const analysisId = randomId();
  await outbox.db('analyses').insert({
    id: analysisId,
    company_id: 'company-1',
    funnel_id: 'f',
    version_id: 'v',
    is_preview: false,
    answers: '{}',
    selfie_sent: false,
    email,
    email_key: email,
  });
  return { id: await outbox.submit({ analysisId }), analysisId };
}
const erase = (analysisId: string) => eraseById({ db: outbox.db, bus, log: testLogger() }, 'company-1', analysisId);
/** Endpoints receive attempts and never answer. @returns whether one is being sent. */
function hangAttempts(): () => boolean {
  let isSending = false;
  server.answer = (response) => {
    isSending = true;
    response.on('close', () => {
      isSending = false;
    });
  };
  return () => isSending;
}
const attempts = (id: string) => outbox.db('delivery_attempts').where({ delivery_id: id });
const EMPTY = {
  analysis_id: null,
  body: null,
  next_attempt_at: null,
  state: 'DEAD',
  last_error: 'The analysis was erased.',
};

describe('nothing of an analysis is sent after the response of its erasure: docs/reliability.md R10.6, ADR 28', () => {
  it('its hash is logged, so that a restored database can erase it again', async () => {
    const { analysisId } = await submit();
    const lines: string[] = [];
    const log = createLogger({ name: 'test', level: 'info' }, { write: (line) => void lines.push(line) });
    await eraseById({ db: outbox.db, bus, log }, 'company-1', analysisId);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ erasedAnalysis: sha256(analysisId).toString('hex'), time: expect.any(String) }),
    ]);
    expect(lines.join()).not.toContain(analysisId);
  });

  it('a pending delivery is cleared and dead, and its log is deleted', async () => {
    server.answer = status(500);
    await start({ scale: 1 });
    const { id, analysisId } = await submit();
    await expect.poll(() => attempts(id)).toHaveLength(1);
    await erase(analysisId);
    expect(await outbox.row(id)).toMatchObject(EMPTY);
    expect(await attempts(id)).toEqual([]);
  });

  it('a delivered delivery stays delivered, without its content', async () => {
    await start();
    const { id, analysisId } = await submit();
    await expect.poll(() => outbox.row(id)).toMatchObject({ state: 'DELIVERED' });
    await erase(analysisId);
    expect(await outbox.row(id)).toMatchObject({ analysis_id: null, body: null, state: 'DELIVERED', last_error: null });
    expect(await attempts(id)).toEqual([]);
  });

  it('an erasure waits for a running attempt, whose outcome is not stored', async () => {
    let answer = () => {};
    server.answer = (response) => {
      answer = () => void response.writeHead(500).end('said too much');
    };
    await start();
    const { id, analysisId } = await submit();
    await expect.poll(() => server.received.length).toBe(1);
    let isErased = false;
    const erasing = erase(analysisId).then(() => {
      isErased = true;
    });
    await expect.poll(() => outbox.row(id)).toMatchObject(EMPTY);
    await delay(200);
    expect(isErased).toBe(false);
    answer();
    await erasing;
    expect(await outbox.row(id)).toMatchObject(EMPTY);
    expect(await attempts(id)).toEqual([]);
  });

  it('an erasure waits for an attempt that was running when its delivery was sent again, although the later one has ended', async () => {
    const isSending = hangAttempts();
    const { client } = await start({ timeoutMs: 5_000 });
    const { id, analysisId } = await submit();
    await expect.poll(isSending).toBe(true);
    server.answer = status(204);
    await client.redeliver({ companyId: 'company-1', deliveryId: id });
    await expect.poll(() => outbox.row(id)).toMatchObject({ state: 'DELIVERED' });
    expect(isSending()).toBe(true);
    await erase(analysisId);
    expect(isSending()).toBe(false);
  });

  it('an erasure waits for the whole attempt, also when the attempt waited for its row before it began', async () => {
    const isSending = hangAttempts();
    const { id, analysisId } = await submit();
    await outbox.db('deliveries').where({ id }).update({ body: '{}' });
    const locking = await outbox.db.transaction();
    await locking('deliveries').where({ id }).forUpdate();
    await start({ timeoutMs: 2_000 });
    await delay(2_500);
    await locking.commit();
    await expect.poll(isSending).toBe(true);
    await erase(analysisId);
    expect(isSending()).toBe(false);
  });

  it('after a crash, an erasure waits only until the attempt must have ended', async () => {
    const { id, analysisId } = await submit();
    const sending = { sending_until: outbox.db.raw("now() + interval '700 milliseconds'") };
    await outbox.db('deliveries').where({ id }).update(sending);
    await erase(analysisId);
    const { rows } = await outbox.db.raw('select sending_until < now() as over from deliveries where id = ?', [id]);
    expect(rows).toEqual([{ over: true }]);
  });

  it('a repeated erasure waits as well and returns NOT_FOUND', async () => {
    const { id, analysisId } = await submit();
    const sending = { sending_until: outbox.db.raw("now() + interval '700 milliseconds'") };
    await outbox.db('deliveries').where({ id }).update(sending);
    const first = erase(analysisId);
    await expect.poll(() => outbox.row(id)).toMatchObject(EMPTY);
    await expect(erase(analysisId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { rows } = await outbox.db.raw('select sending_until < now() as over from deliveries where id = ?', [id]);
    expect(rows).toEqual([{ over: true }]);
    await first;
  });

  it('a body that is built during the erasure is neither stored nor sent', async () => {
    let release = () => {};
    const build = outbox.build.body;
    outbox.build.body = (analysisId) =>
      new Promise((resolve) => {
        release = () => resolve(build(analysisId));
      });
    const calls = outbox.build.calls;
    await start();
    const { id, analysisId } = await submit();
    await expect.poll(() => outbox.build.calls).toBe(calls + 1);
    await erase(analysisId);
    release();
    outbox.build.body = build;
    await expect.poll(() => outbox.db('jobs').where({ key: id })).toEqual([]);
    expect(await outbox.row(id)).toMatchObject(EMPTY);
    expect(server.received).toEqual([]);
  });

  it('an erased delivery cannot be redelivered', async () => {
    const { client } = await start();
    const { id, analysisId } = await submit();
    await expect.poll(() => outbox.row(id)).toMatchObject({ state: 'DELIVERED' });
    await erase(analysisId);
    await expect(client.redeliver({ companyId: 'company-1', deliveryId: id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect.poll(() => outbox.db('jobs')).toEqual([]);
    expect(server.received).toHaveLength(1);
  });

  it('erasure by e-mail has the same effect for all analyses', async () => {
    const mine = await Promise.all([1, 2, 3].map(() => submit()));
    const other = await submit('other@mail.example');
    expect(await eraseByEmail({ db: outbox.db, bus, log: testLogger() }, 'company-1', 'ERASE@mail.example')).toBe(3);
    for (const { id } of mine) expect(await outbox.row(id)).toMatchObject(EMPTY);
    await start();
    await expect.poll(() => outbox.row(other.id)).toMatchObject({ state: 'DELIVERED' });
    expect(server.received).toHaveLength(1);
  });

  it('sixty erasures during deliveries by two processes: no request is sent afterwards', async () => {
    const answeredAt = new Map<string, number>();
    // Half of the attempts fail, so that some deliveries are always due.
    server.answer = (response, { atMs }) =>
      void setTimeout(() => response.writeHead(atMs % 2 < 1 ? 500 : 204).end(), atMs % 30);
    await Promise.all([start({ scale: 0.0001 }), start({ scale: 0.0001 })]);
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const { analysisId } = await submit();
        // Some analyses are erased after their first attempt, the others at any time.
        const isTried = () => server.received.some(({ body }) => body.includes(analysisId));
        if (index % 4 === 0) await expect.poll(isTried, { interval: 5 }).toBe(true);
        else await delay((index * 37) % 400);
        await erase(analysisId);
        answeredAt.set(analysisId, performance.now());
      }),
    );
    await expect.poll(() => outbox.db('jobs')).toEqual([]);
    const late = server.received.filter(({ body, atMs }) => {
      const { analysis_id: analysisId } = JSON.parse(body) as { analysis_id: string };
      return atMs > (answeredAt.get(analysisId) as number);
    });
    expect(late).toEqual([]);
    expect(server.received.length).toBeGreaterThan(0);
    expect(await outbox.db('delivery_attempts')).toEqual([]);
  });
});
