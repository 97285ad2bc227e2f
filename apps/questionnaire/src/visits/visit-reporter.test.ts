import { beforeEach, describe, expect, it } from 'vitest';
import { getDevice, mayReport } from './report-visit.js';
import { VisitReporter } from './visit-reporter.js';

interface Body {
  visitId: string;
  events: { n: number; type: string; stepId: number; atMs: number }[];
}

/** How long events are collected. docs/insight.md N4.3. */
const COLLECT_MS = 2_000;

let now: number;
let timers: { run: () => void; at: number }[];
let sent: Body[];
/** What the service answers, in turn; then it takes everything. */
let answers: Response[];
let reporter: VisitReporter;

beforeEach(() => {
  now = 1_000;
  timers = [];
  sent = [];
  answers = [];
  reporter = new VisitReporter({
    getFacts: () => ({ versionId: 'v1', source: null, locale: 'de', device: 'phone' }),
    async send(body) {
      sent.push(JSON.parse(body));
      return answers.shift() ?? new Response(null, { status: 202 });
    },
    now: () => now,
    setTimeout: (run, ms) => timers.push({ run, at: now + ms }),
    newId: () => 'visit-1',
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
const listed = () => sent.map(({ events }) => events.map(({ n, type, stepId, atMs }) => [n, type, stepId, atMs]));

describe('the report of a visit (docs/insight.md N4)', () => {
  it('is sent after two seconds, with the events of that time', async () => {
    reporter.setState('on');
    await pass(300);
    reporter.record('SHOWN', 1);
    await pass(1_500);
    reporter.record('ANSWERED', 1);
    expect(sent).toEqual([]);
    await pass(500);
    expect(sent).toEqual([
      {
        ...{ kind: 'FUNNEL', visitId: 'visit-1', versionId: 'v1', locale: 'de', device: 'phone' },
        events: [
          { n: 0, type: 'SHOWN', stepId: 1, atMs: 300 },
          { n: 1, type: 'ANSWERED', stepId: 1, atMs: 1_800 },
        ],
      },
    ]);
  });

  it('is sent immediately when the page is hidden; time in a hidden page does not count', async () => {
    reporter.setState('on');
    reporter.record('SHOWN', 1);
    await pass(100);
    reporter.hide();
    await pass(60_000);
    reporter.show();
    await pass(50);
    reporter.record('SHOWN', 2);
    await pass(COLLECT_MS);
    expect(listed()).toEqual([
      [
        [0, 'SHOWN', 1, 0],
        [1, 'LEFT', 1, 100],
      ],
      [[2, 'SHOWN', 2, 150]],
    ]);
  });

  it('no step is left after the answers were sent', async () => {
    reporter.setState('on');
    reporter.record('SHOWN', 1);
    reporter.record('FINISHED', 1);
    reporter.hide();
    expect(listed()[0]?.map(([, type]) => type)).toEqual(['SHOWN', 'FINISHED']);
  });

  it('is held until it is known whether it may be sent; refused, it is dropped for good', async () => {
    reporter.record('SHOWN', 1);
    reporter.hide();
    await pass(COLLECT_MS * 4);
    expect(sent).toEqual([]);
    reporter.setState('off');
    reporter.record('SHOWN', 2);
    reporter.setState('on');
    await pass(COLLECT_MS * 4);
    expect(sent).toEqual([]);
    reporter.record('SHOWN', 3);
    await pass(COLLECT_MS);
    expect(listed()).toEqual([[[2, 'SHOWN', 3, expect.any(Number)]]]);
  });

  it('what the service refuses is sent again with the same numbers after `Retry-After`, later events with it (N4.3)', async () => {
    reporter.setState('on');
    answers = Array.from({ length: 5 }, () => new Response(null, { status: 429, headers: { 'Retry-After': '60' } }));
    reporter.record('SHOWN', 1);
    await pass(COLLECT_MS);
    reporter.record('ANSWERED', 1);
    for (let seconds = 0; seconds < 310; seconds += 1) await pass(1_000);
    expect(listed().map((events) => events.map(([n]) => n))).toEqual([[0], ...Array.from({ length: 5 }, () => [0, 1])]);
  });

  it('has at most 50 events at a time, and 450 together', async () => {
    reporter.setState('on');
    for (let step = 1; step <= 600; step += 1) reporter.record('SHOWN', step);
    await pass(COLLECT_MS);
    expect(sent.map(({ events }) => events.length)).toEqual(Array.from({ length: 9 }, () => 50));
  });
});

describe('whether a page may report (docs/insight.md N3.4, docs/components.md B13.6)', () => {
  it.each([
    ['IMPLIED', '', {}, true],
    ['IMPLIED', '', { globalPrivacyControl: true }, false],
    ['IMPLIED', '?consent=granted', { globalPrivacyControl: true }, true],
    ['IMPLIED', '', { doNotTrack: '1' }, false],
    ['IMPLIED', '?consent=granted', { doNotTrack: '1' }, true],
    ['IMPLIED', '', { globalPrivacyControl: false, doNotTrack: '0' }, true],
    ['IMPLIED', '?consent=denied', {}, false],
    ['IMPLIED', '?consent=other', {}, true],
    ['REQUIRED', '', {}, false],
    ['REQUIRED', '?consent=granted', {}, true],
    ['OFF', '?consent=granted', {}, false],
    [undefined, '', {}, true],
  ] as const)('%s with %j and the signals of the browser %j: %j', (consent, search, browser, expected) => {
    expect(mayReport(consent, search, browser)).toBe(expected);
  });
});

describe('the kind of device of a visit (docs/insight.md N4.4)', () => {
  it.each([
    [false, 390, 844, 'desktop'],
    [false, 1_920, 1_080, 'desktop'],
    [true, 390, 844, 'phone'],
    [true, 844, 390, 'phone'],
    [true, 599, 1_000, 'phone'],
    [true, 600, 1_000, 'tablet'],
    [true, 1_366, 1_024, 'tablet'],
  ] as const)('touch %j, %i × %i CSS pixels: %s', (matches, width, height, expected) => {
    const asked: string[] = [];
    const matchMedia = (query: string) => {
      asked.push(query);
      return { matches };
    };
    expect(getDevice({ matchMedia, screen: { width, height } })).toBe(expected);
    expect(asked).toEqual(['(pointer: coarse)']);
  });
});
