import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send, until } from '../../support/http.js';
import { freePort, isReady, type Launched, launch, run, temporaryDirectory } from '../../support/processes.js';
import { systemDirectory } from '../../support/system-directory.js';

/** All that `npm start` does after it has built what is out of date. */
const LAUNCHER = 'tools/run.mjs';
const start = (environment: Record<string, string>) => launch(environment, LAUNCHER);

/** Waits until the system is ready and asks for the funnel of the demo. @returns the status. */
async function findDemo(origin: string, dataDir: string): Promise<number> {
  await until('it is ready', () => isReady(origin), 200_000);
  const demo = readFileSync(join(dataDir, 'demo.env'), 'utf8');
  const [, key, funnel] = /SVC_API_KEY=(.+)\nSVC_FUNNEL=(.+)/.exec(demo) ?? [];
  const headers = { authorization: `Bearer ${key}` };
  return (await send(origin, `/api/v1/funnels/${funnel}`, { headers })).status;
}

describe('npm start', () => {
  let system: Launched;
  /** What a client found that waited for `/readyz` of the first start and then asked for the demo. */
  let foundFirst: number;

  beforeAll(async () => {
    const port = await freePort();
    const dataDir = temporaryDirectory();
    [system, foundFirst] = await Promise.all([
      launch({ DATA_DIR: dataDir, PORT: String(port) }, 'tools/start.mjs'),
      findDemo(`http://127.0.0.1:${port}`, dataDir),
    ]);
  });
  afterAll(async () => {
    await system.stop();
  });

  it('answers /healthz and /readyz', async () => {
    expect((await send(system.origin, '/healthz')).status).toBe(200);
    expect(await isReady(system.origin)).toBe(true);
  });

  it('lets a client that waits for /readyz of the first start find the demo', () => {
    expect(foundFirst).toBe(200);
  });

  it('prints a curl line with a key that works', async () => {
    const [, key, path] = /Bearer (\S+)' http:\/\/[^/]+(\S+)/.exec(system.output()) ?? [];
    const answer = await send(system.origin, path as string, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    expect(answer.body.steps.length).toBeGreaterThanOrEqual(10);
  });

  it('keeps its secrets in DATA_DIR, readable by their owner only', () => {
    expect(statSync(join(system.dataDir, 'demo.env')).mode & 0o777).toBe(0o600);
  });

  it('refuses a second start on the same DATA_DIR with a sentence that names the process', async () => {
    const second = run(LAUNCHER, { PORT: String(await freePort()), DATA_DIR: system.dataDir });
    expect(await second.exited).toBe(2);
    expect(second.output()).toContain(`is in use by process ${system.child.pid}`);
    expect(await isReady(system.origin)).toBe(true);
  });

  it('refuses a port in use with a sentence that names PORT', async () => {
    const second = run(LAUNCHER, { PORT: String(system.port), DATA_DIR: temporaryDirectory() });
    expect(await second.exited).toBe(2);
    expect(second.output()).toContain(`Port ${system.port} is in use`);
  });

  it('refuses a DATA_DIR that is a file', async () => {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, '');
    const broken = run(LAUNCHER, { PORT: String(await freePort()), DATA_DIR: file });
    expect(await broken.exited).toBe(2);
    expect(broken.output()).toContain('cannot be used');
  });

  it('keeps data and key over a stop and a start', async () => {
    const environment = readFileSync(join(system.dataDir, 'demo.env'), 'utf8');
    const key = /SVC_API_KEY=(.+)/.exec(environment)?.[1] as string;
    expect(await system.stop()).toBe(0);

    system = await start({ DATA_DIR: system.dataDir, PORT: String(system.port) });
    expect(system.output()).toContain(key);
  });

  it('starts its database again when that is killed, and ends with a sentence at the fourth kill within a minute', async () => {
    const key = /SVC_API_KEY=(.+)/.exec(readFileSync(join(system.dataDir, 'demo.env'), 'utf8'))?.[1];
    const [, path] = /Bearer \S+' http:\/\/[^/]+(\S+)/.exec(system.output()) ?? [];
    const read = () => send(system.origin, path as string, { headers: { authorization: `Bearer ${key}` } });
    /** Process id of the server once it takes connections; its file has the state in the eighth line. */
    const databasePid = () => {
      const lines = readFileSync(join(system.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
      return lines[7]?.trim() === 'ready' ? Number(lines[0]) : undefined;
    };
    let killed: number | undefined;
    let kills = 0;
    let hasEnded = false;
    void system.exited.then(() => {
      hasEnded = true;
    });
    /** Kills the server that runs next, once the launcher has seen it, unless that has ended. */
    const kill = () =>
      until(
        'the database runs',
        async () => {
          if (hasEnded || (await read()).status !== 200) return hasEnded;
          const pid = databasePid();
          if (pid === undefined || pid === killed) return false;
          killed = pid;
          process.kill(pid, 'SIGKILL');
          kills += 1;
          return true;
        },
        60_000,
      );
    await kill();
    // On a busy machine the first ones may be more than a minute ago.
    while (!hasEnded) await kill();
    expect(await system.exited).toBe(1);
    expect(kills).toBeGreaterThanOrEqual(4);
    expect(system.output()).toContain(
      'The embedded PostgreSQL server ended 4 times within a minute, last by signal SIGKILL.',
    );
    system = await start({ DATA_DIR: system.dataDir, PORT: String(system.port) });
    expect((await read()).status).toBe(200);
  });

  it('recovers by itself after kill -9', async () => {
    await system.stop('SIGKILL');
    system = await start({ DATA_DIR: system.dataDir, PORT: String(system.port) });
    expect(await isReady(system.origin)).toBe(true);
  });
});

describe('npm start without PLATFORM_TOKEN', () => {
  it('generates a token, prints it once, keeps it at mode 0600 and uses it again', async () => {
    const dataDir = systemDirectory();
    const first = await start({ DATA_DIR: dataDir, PLATFORM_TOKEN: '', DEMO: 'false' });
    const token = readFileSync(join(dataDir, 'platform-token'), 'utf8').trim();
    expect(first.output()).toContain(token);
    expect(statSync(join(dataDir, 'platform-token')).mode & 0o777).toBe(0o600);
    await first.stop();

    const second = await start({ DATA_DIR: dataDir, PLATFORM_TOKEN: '', DEMO: 'false' });
    const answer = await send(second.origin, '/api/admin/v1/companies', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(second.output()).not.toContain(token);
    expect(answer.status).toBe(200);
    await second.stop();
  });
});
