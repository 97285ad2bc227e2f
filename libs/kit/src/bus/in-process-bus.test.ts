import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createInProcessBus } from './in-process-bus.js';

it('publishing returns before listeners run, and a listener that throws does not stop the others', async () => {
  const bus = createInProcessBus();
  const heard: unknown[] = [];
  bus.subscribe('company-changed', () => {
    throw new Error('a bug');
  });
  bus.subscribe('company-changed', (message) => heard.push(message));
  bus.subscribe('other', () => heard.push('other'));
  bus.publish('company-changed', { companyId: 'c1' });
  expect(heard).toEqual([]);
  await sleep(5);
  expect(heard).toEqual([{ companyId: 'c1' }]);
});

it('a subscription that ended hears nothing more; a closed bus is silent', async () => {
  const bus = createInProcessBus();
  let heard = 0;
  const listener = () => {
    heard += 1;
  };
  const end = bus.subscribe('t', listener);
  bus.subscribe('t', listener);
  end();
  bus.publish('t', {});
  await sleep(5);
  expect(heard).toBe(1);
  await bus.close();
  bus.publish('t', {});
  await sleep(5);
  expect(heard).toBe(1);
});
