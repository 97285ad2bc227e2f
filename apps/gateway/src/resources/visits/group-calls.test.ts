import { currentContext, newContext, runInContext, ServiceError } from '@svc/kit';
import { describe, expect, it } from 'vitest';
import { groupCalls } from './group-calls.js';

/** A service that answers when it is released. */
function createService(fail: (items: string[]) => Error | undefined = () => undefined) {
  const calls: string[][] = [];
  const requestIds: (string | undefined)[] = [];
  let release: (() => void)[] = [];
  const call = async (items: string[]) => {
    calls.push(items);
    requestIds.push(currentContext()?.requestId);
    await new Promise<void>((resolve) => release.push(resolve));
    const error = fail(items);
    if (error) throw error;
  };
  const send = groupCalls<string>({
    ...{ sendTogether: call, sendAlone: (item) => call([item]) },
    ...{ maxTogether: 4, maxWaiting: 6, timeoutMs: 2_000 },
    ...{ getOwner: (item) => item.split(':')[1] ?? item, maxWaitingOfOwner: 3 },
  });
  const answer = async () => {
    for (const done of release.splice(0)) done();
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { send, calls, requestIds, answer, stop: () => (release = []) };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('requests share calls (docs/insight.md N2.9)', () => {
  it('what arrives while a call runs is sent together after it, at most so many', async () => {
    const { send, calls, answer } = createService();
    const sent = [send('a')];
    await turn();
    sent.push(...['b', 'c', 'd', 'e', 'f'].map(send));
    await turn();
    expect(calls).toEqual([['a']]);
    await answer();
    expect(calls).toEqual([['a'], ['b', 'c', 'd', 'e']]);
    await answer();
    await answer();
    await Promise.all(sent);
    expect(calls).toEqual([['a'], ['b', 'c', 'd', 'e'], ['f']]);
  });

  it('a request that finds too many waiting is refused with a time to repeat it, and none that was taken is lost', async () => {
    const { send, calls, answer } = createService();
    const first = send('first');
    await turn();
    const taken = ['1', '2', '3', '4', '5', '6'].map(send);
    await expect(send('7')).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterS: 1 });
    for (let round = 0; round < 3; round += 1) await answer();
    await Promise.all([first, ...taken]);
    expect(calls.flat()).toEqual(['first', '1', '2', '3', '4', '5', '6']);
    const repeated = send('7');
    await turn();
    await answer();
    await repeated;
  });

  it('one owner has so many waiting, and others are taken and sent with them; places become free again (N2.10)', async () => {
    const { send, calls, answer } = createService();
    const sent = [send('first')];
    await turn();
    sent.push(...['1:a', '2:a', '3:a'].map(send));
    await expect(send('4:a')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    sent.push(send('1:b'));
    await answer();
    expect(calls.at(-1)).toEqual(['1:a', '2:a', '3:a', '1:b']);
    sent.push(...['5:a', '6:a', '7:a'].map(send));
    await expect(send('8:a')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    for (let round = 0; round < 2; round += 1) await answer();
    await Promise.all(sent);
  });

  it('an item that makes its call fail affects no other', async () => {
    const bug = new ServiceError('INTERNAL', 'A bug.');
    const { send, calls, answer } = createService((items) => (items.includes('bad') ? bug : undefined));
    const results = Promise.allSettled(['a', 'bad', 'b'].map(send));
    await turn();
    await answer();
    await answer();
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(calls).toEqual([['a', 'bad', 'b'], ['a'], ['bad'], ['b']]);
  });

  it('a service that does not answer is not asked again for each item', async () => {
    const down = new ServiceError('UNAVAILABLE', 'Down.');
    const { send, calls, answer } = createService(() => down);
    const results = Promise.allSettled(['a', 'b'].map(send));
    await turn();
    await answer();
    expect((await results).map((result) => (result as PromiseRejectedResult).reason)).toEqual([down, down]);
    expect(calls).toEqual([['a', 'b']]);
  });

  it('each call has the request id of its first request, also when another one started the wait', async () => {
    const { send, requestIds, answer } = createService();
    const as = (requestId: string, item: string) => runInContext(newContext({ requestId }), () => send(item));
    const sent = [as('request-1', 'a')];
    await turn();
    sent.push(as('request-2', 'b'), as('request-3', 'c'));
    await answer();
    await answer();
    await Promise.all(sent);
    expect(requestIds).toEqual(['request-1', 'request-2']);
  });
});
