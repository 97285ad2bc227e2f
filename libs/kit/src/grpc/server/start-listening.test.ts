import { describe, expect, it } from 'vitest';
import { startListening } from './start-listening.js';

const CONFIG = { GRPC_HOST: '127.0.0.1', GRPC_PORT: 50_051 };

/** Parts that note what is called; `failing` throws. */
function createParts(failing?: 'start' | 'listen') {
  const calls: string[] = [];
  const note = (call: string) => {
    calls.push(call);
    if (call.split(' ')[0] === failing) throw new Error(`${call} failed`);
  };
  return {
    calls,
    watch: {
      start: async () => note('start'),
      isPrepared: true,
      findProblem: (): string | undefined => 'the database cannot be reached',
      describeStatus: () => ({ working: false, lastSuccessAgeS: 7, missingMigrations: [] }),
    },
    server: {
      setServing: (serving: boolean) => note(`setServing ${serving}`),
      async listen(host: string, port: number) {
        note(`listen ${host}:${port}`);
        return `${host}:${port}`;
      },
    },
    stop: async () => note('stop'),
  };
}

describe('startListening', () => {
  it('waits for the database before it listens, and stops nothing', async () => {
    const parts = createParts();
    expect(await startListening(parts, CONFIG)).toMatchObject({ address: '127.0.0.1:50051', stop: parts.stop });
    expect(parts.calls).toEqual(['start', 'listen 127.0.0.1:50051']);
  });

  it('without its database a service is not ready, unless it can answer from memory (docs/operations.md "Probes and draining")', async () => {
    const parts = createParts();
    const ordinary = await startListening(parts, CONFIG);
    expect(ordinary.findProblem()).toBe('the database cannot be reached');
    let hasCompanies = false;
    const matcher = await startListening({ ...parts, servesWithoutDatabase: () => hasCompanies }, CONFIG);
    expect(matcher.findProblem()).toBe('the database cannot be reached');
    hasCompanies = true;
    expect(matcher.findProblem()).toBeUndefined();
    const behind = await startListening(
      {
        ...parts,
        watch: { ...parts.watch, isPrepared: false, findProblem: () => 'schema behind: 1' },
        servesWithoutDatabase: () => true,
      },
      CONFIG,
    );
    expect(behind.findProblem()).toBe('schema behind: 1');
    expect(ordinary.describeStatus()).toMatchObject({ database: { working: false, lastSuccessAgeS: 7 } });
  });

  it('announcing the stop makes its health NOT_SERVING and stops nothing', async () => {
    const parts = createParts();
    (await startListening(parts, CONFIG)).announceStop();
    expect(parts.calls.slice(2)).toEqual(['setServing false']);
  });

  it('a port that is in use stops everything that was started, and the error is thrown', async () => {
    const parts = createParts('listen');
    await expect(startListening(parts, CONFIG)).rejects.toThrow('listen 127.0.0.1:50051 failed');
    expect(parts.calls.at(-1)).toBe('stop');
  });

  it('a bug in a migration stops everything, and nothing listens', async () => {
    const parts = createParts('start');
    await expect(startListening(parts, CONFIG)).rejects.toThrow('start failed');
    expect(parts.calls).toEqual(['start', 'stop']);
  });
});
