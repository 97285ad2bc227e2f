import { beforeEach, describe, expect, it } from 'vitest';
import { COLLECT_MS, createReportQueue, MAX_ASKED_MS, MAX_WAITING, type ReportQueue } from './report-queue.js';

let now: number;
let timers: { run: () => void; at: number }[];
let sent: { at: number; items: number[] }[];
/** What the service answers, in turn; then it takes everything. */
let answers: (Response | null)[];
let isAllowed: boolean;
let queue: ReportQueue<{ item: number }>;

beforeEach(() => {
  now = 0;
  timers = [];
  sent = [];
  answers = [];
  isAllowed = true;
  queue = createReportQueue({
    isAllowed: () => isAllowed,
    async send(items) {
      sent.push({ at: now, items: items.map(({ item }) => item) });
      return answers.length > 0 ? (answers.shift() ?? null) : new Response(null, { status: 202 });
    },
    setTimeout: (run, ms) => timers.push({ run, at: now + ms }),
  });
});

/** Lets time pass, timer by timer. */
async function pass(ms: number): Promise<void> {
  const until = now + ms;
  for (;;) {
    const next = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
    if (!next) break;
    timers.splice(timers.indexOf(next), 1);
    now = next.at;
    next.run();
    await new Promise((resolve) => setImmediate(resolve));
  }
  now = until;
}
const refuse = (seconds: number, status = 503) =>
  new Response(null, { status, headers: { 'Retry-After': String(seconds) } });

describe('reports of a page (docs/insight.md N4.3)', () => {
  it.each([429, 503])('refused with %i and Retry-After wait that long, and later ones with them', async (status) => {
    answers = [refuse(60, status)];
    queue.add({ item: 1 });
    await pass(COLLECT_MS + 10_000);
    queue.add({ item: 2 });
    queue.flush();
    await pass(120_000);
    expect(sent).toEqual([
      { at: COLLECT_MS, items: [1] },
      { at: COLLECT_MS + 60_000, items: [1, 2] },
    ]);
  });

  it('are not lost however often the service asks to wait', async () => {
    answers = Array.from({ length: 20 }, () => refuse(30));
    queue.add({ item: 1 });
    await pass(30 * 60_000);
    expect(sent.map(({ at }) => (at - COLLECT_MS) / 1_000)).toEqual(
      Array.from({ length: 21 }, (_, index) => index * 30),
    );
    expect(sent.every(({ items }) => items.length === 1)).toBe(true);
  });

  it('wait at most ten minutes, and at least as long as without Retry-After', async () => {
    answers = [refuse(86_400), refuse(1), refuse(1)];
    queue.add({ item: 1 });
    await pass(60 * 60_000);
    const at = sent.map((each) => each.at);
    expect(at.slice(1).map((each, index) => each - (at[index] ?? 0))).toEqual([
      MAX_ASKED_MS,
      COLLECT_MS * 2 ** 2,
      COLLECT_MS * 2 ** 3,
    ]);
  });

  it('without an answer are sent twice more, then with each next item and when the page is left', async () => {
    answers = [null, null, null, null];
    queue.add({ item: 1 });
    await pass(60 * 60_000);
    expect(sent).toHaveLength(3);
    queue.add({ item: 2 });
    await pass(60 * 60_000);
    queue.leave();
    expect(sent.slice(3).map(({ items }) => items)).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  it('are sent when the page is left, although the service asked to wait', async () => {
    answers = [refuse(60)];
    queue.add({ item: 1 });
    await pass(COLLECT_MS);
    queue.leave();
    expect(sent).toHaveLength(2);
  });

  it('refused for good are not sent again', async () => {
    answers = [new Response(null, { status: 400 })];
    queue.add({ item: 1 });
    await pass(60 * 60_000);
    expect(sent).toHaveLength(1);
  });

  it('are dropped, those in flight too, when the visitor declines', async () => {
    answers = [refuse(5)];
    queue.add({ item: 1 });
    queue.leave();
    queue.drop();
    queue.add({ item: 2 });
    isAllowed = false;
    await pass(60_000);
    isAllowed = true;
    queue.leave();
    expect(sent.map(({ items }) => items)).toEqual([[1]]);
  });

  it('that wait are bounded in number', async () => {
    answers = Array.from({ length: 100 }, () => refuse(600));
    for (let item = 0; item < 2 * MAX_WAITING; item += 1) {
      queue.add({ item });
      if (item % 50 === 0) await pass(1);
    }
    await pass(COLLECT_MS);
    answers = [];
    sent = [];
    queue.leave();
    expect(sent.reduce((sum, { items }) => sum + items.length, 0)).toBeLessThanOrEqual(MAX_WAITING);
  });
});
