import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createClient, json } from '@svc/kit';
import { freePort, testDatabase } from '@svc/kit/testing';
import { FunnelAdminServiceClient } from '@svc/proto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { funnel, step } from './testing/blueprints.testing.js';
import { startFakeCatalog, startFakeMatcher } from './testing/fake-participants.testing.js';
import { migrationsDirectory } from './testing/test-service.testing.js';

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const MAX_STARTS = 5;

/** funnel-svc as a process of its own, from the compiled program. */
async function startProcess(env: Record<string, string>) {
  for (let starts = 1; starts <= MAX_STARTS; starts += 1) {
    const port = await freePort();
    const child: ChildProcess = spawn(process.execPath, [program], {
      env: { ...env, GRPC_PORT: String(port), LOG_LEVEL: 'silent' },
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    const admin = createClient(FunnelAdminServiceClient, `127.0.0.1:${port}`, { timeoutMs: 10_000 });
    cleanups.push(async () => {
      admin.close();
      child.kill('SIGKILL');
      await exited;
    });
    const answers = async () => {
      // Another program may have taken the port meanwhile.
      if (child.exitCode !== null) return false;
      await admin.listCompanies({ pageSize: 1, pageToken: '' }, { timeoutMs: 1_000 });
      return true;
    };
    const isStarted = await vi.waitFor(answers, { timeout: 60_000, interval: 100 });
    if (isStarted) return { admin, exited, kill: (signal: NodeJS.Signals) => child.kill(signal) };
  }
  throw new Error(`funnel-svc ended at each of ${MAX_STARTS} starts.`);
}

describe('funnel-svc as a process', () => {
  it('killed between commit and delivery: the next process finishes what was committed', async () => {
    const { url, drop } = await testDatabase({ schema: 'funnel', migrationsDirectory });
    cleanups.push(drop);
    const [matcher, catalog] = await Promise.all([startFakeMatcher('127.0.0.1'), startFakeCatalog('127.0.0.1')]);
    cleanups.push(matcher.stop, catalog.stop);
    const env = { DATABASE_URL: url, MATCHER_ADDR: matcher.address, CATALOG_ADDR: catalog.address };
    const first = await startProcess(env);
    matcher.faults.onApply = () => {
      first.kill('SIGKILL');
      return new Promise(() => {});
    };
    const tagging = { products: { P1: ['a:b'] }, variants: {} };
    const quiz = funnel({ published: { steps: [step(1)] } });
    const blueprintJson = json.encode({ tagging, catalog: { products: [] }, feed: null, funnels: [quiz] });
    await expect(first.admin.applyBlueprint({ handle: 'glow', blueprintJson })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    await first.exited;
    expect(matcher.applied).toEqual([]);

    matcher.faults.onApply = undefined;
    const second = await startProcess(env);
    await expect.poll(() => matcher.applied).toMatchObject([{ revision: 1, part: { tagging } }]);
    const { body } = await second.admin.applyBlueprint({ handle: 'glow', blueprintJson });
    expect(JSON.parse(body.toString())).toMatchObject({
      funnels: { [quiz.subdomain]: { published: { number: 1 } } },
      changed: [],
    });
  });

  it('ends by itself with code 0 after SIGTERM', async () => {
    const { url, drop } = await testDatabase({ schema: 'funnel', migrationsDirectory });
    cleanups.push(drop);
    const { exited, kill } = await startProcess({
      DATABASE_URL: url,
      MATCHER_ADDR: '127.0.0.1:1',
      CATALOG_ADDR: '127.0.0.1:1',
    });
    kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });
});
