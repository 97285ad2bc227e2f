import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createInProcessBus } from './in-process-bus.js';

it('publishing returns before listeners run, and a listener that throws does not stop the others', async () => {
  const bus = createInProcessBus();
  const received: unknown[] = [];
  bus.subscribe('company-changed', () => {
    throw new Error('a bug');
  });
  bus.subscribe('company-changed', (message) => received.push(message));
  bus.subscribe('other', () => received.push('other'));
  bus.publish('company-changed', { companyId: 'c1' });
  expect(received).toEqual([]);
  await sleep(5);
  expect(received).toEqual([{ companyId: 'c1' }]);
});

it('a subscription that ended hears nothing more; a closed bus is silent', async () => {
  const bus = createInProcessBus();
  let received = 0;
  const listener = () => {
    received += 1;
  };
  const end = bus.subscribe('t', listener);
  bus.subscribe('t', listener);
  end();
  bus.publish('t', {});
  await sleep(5);
  expect(received).toBe(1);
  await bus.close();
  bus.publish('t', {});
  await sleep(5);
  expect(received).toBe(1);
});
