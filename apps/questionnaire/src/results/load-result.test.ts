import { describe, expect, it } from 'vitest';
import { type LoadDeps, loadCards, loadResult } from './load-result.js';

const WANTED = { locale: 'en', links: false };
const VIEW = { analysisId: 'A', variants: [], tabs: [], cards: {} };

/** Answers in turn; an Error is a request that fails. */
function world(answers: (Response | Error)[], isOnline = true) {
  const asked: string[] = [];
  const slept: number[] = [];
  const said: number[] = [];
  const deps: LoadDeps = {
    async fetch(input) {
      asked.push(String(input));
      const answer = answers.shift();
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('asked too often');
      return answer;
    },
    sleep: async (ms) => void slept.push(ms),
    onWait: (ms) => said.push(ms),
    isOnline: () => isOnline,
  };
  return { deps, asked, slept, said };
}
const answer = (status: number, body: unknown = {}, headers: HeadersInit = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'x-request-id': 'req-1', ...headers } });

describe('loading a result', () => {
  it('asks the own host, in the language of the page', async () => {
    const { deps, asked } = world([answer(200, VIEW)]);
    expect(await loadResult('A b', { locale: 'de-CH', links: false }, deps)).toEqual({ value: VIEW });
    expect(asked).toEqual(['/api/results/A%20b?locale=de-CH']);
  });

  it('requests all addresses where an embedding page needs them', async () => {
    const { deps, asked } = world([answer(200, VIEW)]);
    await loadResult('A', { ...WANTED, links: true }, deps);
    expect(asked).toEqual(['/api/results/A?locale=en&links=true']);
  });

  it('further cards are asked for by their ids as they are', async () => {
    const { deps, asked } = world([answer(200, { cards: {} })]);
    expect(await loadCards('A', ['a&b', 'ü', '1'], 'en', deps)).toEqual({ value: { cards: {} } });
    const { searchParams } = new URL(asked[0]!, 'http://x');
    expect([searchParams.getAll('variantId'), searchParams.get('locale')]).toEqual([['a&b', 'ü', '1'], 'en']);
  });

  it.each([
    [404, 'unknown'],
    [422, 'large'],
    [429, 'busy'],
  ] as const)('%i is shown as it is and not requested again: %s', async (status, failure) => {
    const { deps, asked } = world([answer(status)]);
    expect(await loadResult('A', WANTED, deps)).toEqual({ failure, requestId: 'req-1' });
    expect(asked).toHaveLength(1);
  });

  it('trouble is asked about once more, quietly', async () => {
    const { deps, slept } = world([answer(503), answer(200, VIEW)]);
    expect(await loadResult('A', WANTED, deps)).toEqual({ value: VIEW });
    expect(slept).toHaveLength(1);
    const twice = world([answer(503), new Error('reset')]);
    expect(await loadResult('A', WANTED, twice.deps)).toEqual({ failure: 'trouble', requestId: null });
  });

  it.each([
    [429, 'busy'],
    [503, 'trouble'],
  ] as const)(
    'after %i with Retry-After it waits as long as the service asks, twice and 30 s at most, and says so (docs/questionnaire.md "When the service asks to wait")',
    async (status, failure) => {
      const ask = (seconds: number) => answer(status, {}, { 'Retry-After': `${seconds}` });
      const { deps, slept, said } = world([ask(2), ask(30), answer(200, VIEW)]);
      expect(await loadResult('A', WANTED, deps)).toEqual({ value: VIEW });
      expect([slept, said]).toEqual([
        [2_000, 30_000],
        [2_000, 0, 30_000, 0],
      ]);
      const often = world([ask(2), ask(2), ask(2)]);
      expect(await loadResult('A', WANTED, often.deps)).toEqual({ failure, requestId: 'req-1', waitS: 2 });
      const long = world([ask(31)]);
      expect(await loadResult('A', WANTED, long.deps)).toEqual({ failure, requestId: 'req-1', waitS: 31 });
      expect(long.slept).toEqual([]);
    },
  );

  it('without a network it says so', async () => {
    const { deps } = world([new Error('no network')], false);
    expect(await loadResult('A', WANTED, deps)).toEqual({ failure: 'offline', requestId: null });
  });

  it.each([null, [], 'x', {}, { variants: [] }, { ...VIEW, tabs: null }, { ...VIEW, cards: [] }])(
    'what is no result is a failure, never an empty list: %j',
    async (body) => {
      const { deps } = world([answer(200, body), answer(200, body)]);
      expect(await loadResult('A', WANTED, deps)).toEqual({ failure: 'trouble', requestId: 'req-1' });
    },
  );

  it('so is an answer that is not JSON', async () => {
    const page = () => new Response('<!doctype html>', { status: 200 });
    const { deps } = world([page(), page()]);
    expect(await loadResult('A', WANTED, deps)).toMatchObject({ failure: 'trouble' });
  });
});
