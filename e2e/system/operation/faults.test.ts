import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { createTestAuthority, type FullDisk, moveToSmallDisk } from '@svc/kit/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getProgram } from '../../../tools/program.mjs';
import { type Answer, send, until } from '../../support/http.js';
import { freePort, isReady, run } from '../../support/processes.js';
import { type Cluster, startCluster } from '../../support/services.js';
import { temporaryDirectory } from '../../support/system-directory.js';
import { prepareWrites, SERVICES_WITH_DATA, type Write } from '../../support/writes.js';

const DAY_S = 24 * 60 * 60;
/** Eight programs at the same time, next to other tests. */
const WITHIN_MS = 60_000;
/** A machine that other tests keep busy may be too slow for a call. */
const RETRIED = [503, 504];

/** docs/operations.md "Faults of the environment": each of every service, and nothing that was acknowledged is lost. */
describe('every service', () => {
  let cluster: Cluster;
  let origin: string;
  let disk: FullDisk | undefined;
  let database: pg.Pool;
  let writes: Awaited<ReturnType<typeof prepareWrites>>;
  const clock = join(temporaryDirectory(), 'clock');
  const unexpected: string[] = [];
  const acknowledged: { write: Write; answer: Answer }[] = [];

  beforeAll(async () => {
    writeFileSync(clock, '0');
    cluster = await startCluster({
      replicas: 1,
      environment: {
        NODE_OPTIONS: `--import=${fileURLToPath(new URL('../../support/jumping-clock.mjs', import.meta.url))}`,
        CLOCK_OFFSET_FILE: clock,
      },
      async prepareDatabase(url) {
        disk = await moveToSmallDisk(url, 96);
      },
    });
    origin = cluster.gateways[0]?.origin as string;
    database = new pg.Pool({ connectionString: cluster.databaseUrl, max: 2 });
    database.on('error', () => {}); // The server goes first.
    writes = await prepareWrites({ origin, platformToken: cluster.platformToken }, database);
  });
  afterEach(() => disk?.free());
  afterAll(async () => {
    await database?.end();
    await cluster?.stop();
    await disk?.unmount();
  });

  /** Of every service. Repeated as clients repeat it, since calls that run at a jump may end early. */
  const storeEach = () =>
    Promise.all(
      SERVICES_WITH_DATA.map((name) =>
        until(
          `${name} stores`,
          async () => {
            const answer = await writes[name].store();
            if (answer.status < 300) acknowledged.push({ write: writes[name], answer });
            else if (!RETRIED.includes(answer.status)) unexpected.push(`${name}: ${answer.text}`);
            return !RETRIED.includes(answer.status);
          },
          WITHIN_MS,
        ),
      ),
    ).then(() => expect(unexpected).toEqual([]));
  const checkAcknowledged = async () => {
    for (const { write, answer } of acknowledged) await write.check(answer);
  };
  const countLines = (text: string) => cluster.listProcesses().map(({ output }) => output().split(text).length - 1);

  it.each([2 * DAY_S, -2 * DAY_S])('continues when its clock jumps by %d s, and reports it once', async (offsetS) => {
    const line = 'the clock of this machine jumped';
    const before = countLines(line);
    await storeEach();
    writeFileSync(clock, String(offsetS));
    for (const { child } of cluster.listProcesses()) child.kill('SIGUSR2');
    await storeEach();
    await checkAcknowledged();
    await until(
      'every process reports the jump',
      async () => countLines(line).every((n, at) => n > (before[at] ?? 0)),
      WITHIN_MS,
    );
    await storeEach();
    await checkAcknowledged();
    expect(countLines(line)).toEqual(before.map((n) => n + 1));
    expect(await isReady(origin)).toBe(true);
  });

  it('refuses what it cannot store on a full disk, and stores again when there is room', async (context) => {
    if (!disk) return context.skip('No file system can be mounted.');
    await disk.fill();
    await Promise.all(
      SERVICES_WITH_DATA.map((name) =>
        // On a busy machine a call may also fail because its service was silent for too long, with a Retry-After of 1.
        until(
          `${name} refuses`,
          async () => {
            const answer = await writes[name].store();
            if (answer.status < 300) acknowledged.push({ write: writes[name], answer });
            else if (!RETRIED.includes(answer.status)) unexpected.push(`${name}: ${answer.text}`);
            return answer.headers['retry-after'] === '30';
          },
          WITHIN_MS,
        ),
      ),
    );
    expect(unexpected).toEqual([]);
    const line = 'the database stores nothing: its disk or memory is full';
    await until(
      'every service reports it',
      async () => cluster.listServices().every(({ output }) => output().includes(line)),
      WITHIN_MS,
    );
    expect((await send(origin, '/readyz')).status).toBe(503);
    await disk.free();
    await until('every service is ready', () => isReady(origin), WITHIN_MS);
    await storeEach();
    await checkAcknowledged();
    expect(cluster.listServices().map(({ output }) => output().split(line).length - 1)).toEqual(
      cluster.listServices().map(() => 1),
    );
  });

  it('starts without its database, answers 503 with Retry-After, and works by itself when it is there', async () => {
    await cluster.crashDatabase();
    await Promise.all(cluster.listServices().map((service) => service.stop('SIGKILL')));
    for (const name of ['catalog', 'funnel', 'matcher', 'identity', 'insight', 'chat'] as const) cluster.restart(name);
    cluster.restartAnalysis();
    const services = cluster.listServices();
    const line = 'the database cannot be reached; the service waits for it';
    await until('every service waits', async () => services.every(({ output }) => output().includes(line)), WITHIN_MS);
    const names = ['funnel', 'analysis', 'matcher', 'catalog', 'identity', 'insight', 'chat'];
    const unavailable = Object.fromEntries(names.map((name) => [name, false]));
    await until(
      '/readyz names every service',
      async () => {
        const { status, body } = await send(origin, '/readyz');
        return status === 503 && isDeepStrictEqual(body.services, unavailable);
      },
      WITHIN_MS,
    );
    for (const name of SERVICES_WITH_DATA) {
      const { status, body, headers } = await writes[name].store();
      expect([name, status, body.error, headers['retry-after']]).toEqual([name, 503, 'UNAVAILABLE', '1']);
    }
    const match = await send(origin, '/api/v1/analyses/unknown-analysis-id-0/matches');
    expect([match.status, match.headers['retry-after']], match.text).toEqual([503, '1']);

    await cluster.startDatabase();
    await until('every service is ready', () => isReady(origin), WITHIN_MS);
    await checkAcknowledged();
    await storeEach();
    expect(services.map((service) => service.child.exitCode)).toEqual(services.map(() => null));
    for (const { output } of services) expect(output().split(line)).toHaveLength(2);
  });
});

// docs/operations.md "Faults of the environment"
it('a certificate of the database that does not match is one line of every service, which waits', async () => {
  const folder = temporaryDirectory();
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, createTestAuthority().ca);
  const server = await startForeignDatabase();
  const url = `postgres://svc:hidden@127.0.0.1:${server.port}/svc?sslmode=verify-full&sslrootcert=${ca}`;
  const services = await Promise.all(
    SERVICES_WITH_DATA.map(async (name) => {
      const metrics = await freePort();
      const environment = { DATABASE_URL: url, GRPC_PORT: String(await freePort()), METRICS_PORT: String(metrics) };
      return { name, metrics, running: run(getProgram(`apps/${name}`, 'main'), { ...environment, LOG_LEVEL: 'warn' }) };
    }),
  );
  for (const { name, metrics, running } of services) {
    const getReason = async () => (await send(`http://127.0.0.1:${metrics}`, '/readyz')).text.trim();
    const reason = 'the certificate of the database does not match';
    await until(`${name} reports it`, async () => (await getReason()) === reason, WITHIN_MS);
    expect(await running.stop(), running.output()).toBe(0);
    const lines = running.output().trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([expect.stringContaining(reason)]);
    expect(running.output()).not.toContain('hidden');
  }
  server.stop();
});

/** Accepts TLS as PostgreSQL does, with a certificate of an authority of its own. */
async function startForeignDatabase(): Promise<{ port: number; stop(): void }> {
  const { cert, key } = createTestAuthority().issue(['127.0.0.1']);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, cert, key }).on('error', () => {});
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, stop: () => void server.close() };
}
