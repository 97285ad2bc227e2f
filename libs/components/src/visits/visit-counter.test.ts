import { MAX_VISIT_BATCH, MAX_VISIT_MS } from '@svc/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { COLLECT_MS, MAX_BATCH } from '../reporting/report-queue.js';
import { createVisitCounter, type ShopVisitEvent, type ShopVisitType, type VisitCounter } from './visit-counter.js';

let now: number;
let timers: { run: () => void; at: number }[];
let sent: (readonly ShopVisitEvent[])[];
/** What the service answers, one after the other; null: nothing. Then it takes everything. */
let answers: (Response | null)[];
let isAllowed: boolean;
let counter: VisitCounter;

beforeEach(() => {
  now = 1_200.4;
  timers = [];
  sent = [];
  answers = [];
  isAllowed = true;
  counter = createVisitCounter({
    isAllowed: () => isAllowed,
    async send(events) {
      sent.push(events);
      return answers.length > 0 ? (answers.shift() ?? null) : new Response(null, { status: 202 });
    },
    now: () => now,
    setTimeout: (run, ms) => timers.push({ run, at: now + ms }),
  });
});

async function pass(ms: number): Promise<void> {
  now += ms;
  for (const timer of timers.filter(({ at }) => at <= now)) {
    timers.splice(timers.indexOf(timer), 1);
    timer.run();
  }
  await new Promise((resolve) => setImmediate(resolve));
}
const listTypes = () => sent.map((events) => events.map(({ type }) => type));

describe('visits of shop pages (docs/components.md B13.8)', () => {
  it('each type counts once for each funnel, and is sent with what follows within 2 s', async () => {
    counter.count('BUTTON_SHOWN');
    counter.count('POPUP_OPENED', 'beauty');
    await pass(800);
    counter.count('BUTTON_SHOWN');
    counter.count('POPUP_OPENED', 'beauty');
    counter.count('POPUP_OPENED', 'care');
    expect(sent).toEqual([]);
    await pass(COLLECT_MS);
    expect(sent).toEqual([
      [
        { n: 0, type: 'BUTTON_SHOWN', atMs: 1_200 },
        { n: 1, type: 'POPUP_OPENED', funnel: 'beauty', atMs: 1_200 },
        { n: 2, type: 'POPUP_OPENED', funnel: 'care', atMs: 2_000 },
      ],
    ]);
  });

  it('what waits is sent when the page is left, in reports of at most 50 events', () => {
    for (let funnel = 0; funnel < 60; funnel += 1) counter.count('POPUP_OPENED', `f${funnel}`);
    counter.flush();
    expect(sent.map((events) => events.length)).toEqual([50, 10]);
    counter.flush();
    expect([sent.length, MAX_BATCH, MAX_VISIT_BATCH]).toEqual([2, 50, 50]);
  });

  it('without consent nothing is counted, and nothing of that time is counted later', async () => {
    isAllowed = false;
    counter.count('BUTTON_SHOWN');
    isAllowed = true;
    counter.count('WIDGET_SHOWN');
    await pass(COLLECT_MS);
    expect(listTypes()).toEqual([['WIDGET_SHOWN']]);
  });

  it('what waits when the shopper declines is dropped, also what would be repeated', async () => {
    answers = [null];
    counter.count('BUTTON_SHOWN');
    counter.flush();
    await pass(0);
    counter.count('WIDGET_SHOWN');
    isAllowed = false;
    counter.drop();
    await pass(60_000);
    isAllowed = true;
    counter.flush();
    expect(listTypes()).toEqual([['BUTTON_SHOWN']]);
  });

  it('a report that got no answer is repeated with the same numbers, twice by itself', async () => {
    answers = [null, null, null, null];
    counter.count('BUTTON_SHOWN');
    for (let seconds = 0; seconds < 60; seconds += 1) await pass(1_000);
    expect(sent).toEqual(Array.from({ length: 3 }, () => [{ n: 0, type: 'BUTTON_SHOWN', atMs: 1_200 }]));
  });

  it('a page that is open for long reports at most a day', () => {
    now = 3 * MAX_VISIT_MS;
    counter.count('CHAT_MESSAGE' satisfies ShopVisitType);
    counter.flush();
    expect(sent[0]?.[0]?.atMs).toBe(MAX_VISIT_MS);
  });
});
