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
    watch: { start: async () => note('start') },
    server: {
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
    expect(await startListening(parts, CONFIG)).toEqual({ address: '127.0.0.1:50051', stop: parts.stop });
    expect(parts.calls).toEqual(['start', 'listen 127.0.0.1:50051']);
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
