import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { newContext, runInContext } from '../log/context.js';
import { grpcSandbox, readClient } from '../testing/grpc-fixture.js';
import { createAbort } from './create-abort.js';

const sandbox = grpcSandbox();
afterEach(() => sandbox.stopAll());

it('a signal ends any number of simultaneous calls without a warning, and keeps no listener of a call that has ended', async () => {
  const { address } = await sandbox.start({ list: async () => sleep(50, 'ok') });
  const client = readClient(address);
  sandbox.onStop(() => client.close());
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on('warning', onWarning);
  try {
    const { signal } = createAbort();
    const calls = runInContext(newContext({ signal }), () =>
      Promise.all(Array.from({ length: 30 }, () => client.listCatalogChanges({ cursor: '' }))),
    );
    await expect.poll(() => getEventListeners(signal, 'abort').length).toBeGreaterThan(10);
    await calls;
    await sleep(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(warnings).toEqual([]);
  } finally {
    process.off('warning', onWarning);
  }
});
