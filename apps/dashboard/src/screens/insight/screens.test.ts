import { createElement, type FunctionComponent } from 'react';
import { describe, expect, it } from 'vitest';
import {
  answers,
  matches,
  overview,
  QUERY,
  revenue,
  SCOPE,
  steps,
  toKey,
  total,
} from '../../testing/insight-reports.testing.js';
import { readText, readTexts, renderPage } from '../../testing/render-page.testing.js';
import { Answers } from './answers.js';
import { Matches } from './matches.js';
import { Overview } from './overview.js';
import { Questions } from './questions.js';
import { RefusedVisits } from './refused-visits.js';
import { Revenue } from './revenue/revenue.js';
import { Sources } from './sources.js';

const ORDERS = { ...QUERY, timezone: 'Europe/Berlin' };
const VERIFIED = { ...ORDERS, kind: 'verified' };
const BEFORE = { ...VERIFIED, from: '2026-11-12', to: '2026-11-16' };
const LOADED = {
  overview,
  steps,
  answers,
  matches,
  revenue,
};

/** A screen of the area with these reports; others are as usual. */
const render = (screen: FunctionComponent, reports: Partial<typeof LOADED> = {}, search: object = {}) => {
  const found = { ...LOADED, ...reports };
  return renderPage(createElement(screen), {
    areas: ['insight', 'figures'],
    permissions: ['insight.read', 'insight.export'],
    search: { ...QUERY, ...search },
    data: [
      ...SCOPE,
      [toKey('overview'), found.overview],
      [toKey('steps'), found.steps],
      [toKey('answers'), found.answers],
      [toKey('matches'), found.matches],
      [toKey('revenue', ORDERS), found.revenue],
      [toKey('revenue', VERIFIED), found.revenue],
      [toKey('revenue', BEFORE), { ...found.revenue, totals: [{ ...total, net: '99.0000' }] }],
    ],
  });
};

const SCREENS = [
  ['overview', Overview],
  ['questions', Questions],
  ['answers', Answers],
  ['matches', Matches],
  ['revenue', Revenue],
  ['sources', Sources],
] as const;
/** The parts of a screen that are a chart with its table. */
const findTwins = (html: string) => html.split(/(?=<section)/).filter((part) => / aria-label="Table: /.test(part));

describe('screens of figures (docs/dashboard.md Y47)', () => {
  it.each(SCREENS)('%s: each chart has a table, for screen readers in any case (Y47.3)', async (_name, screen) => {
    const twins = findTwins(await render(screen));
    expect(twins.length).toBeGreaterThan(0);
    for (const twin of twins) {
      const hidden = twin.indexOf('<div aria-hidden="true">');
      const table = twin.indexOf('role="table"');
      expect(hidden).toBeGreaterThan(0);
      expect(table).toBeGreaterThan(hidden);
      // What is hidden from screen readers ends before the table.
      const between = twin.slice(hidden, table);
      expect(between.match(/<div/g)).toHaveLength(between.match(/<\/div>/g)?.length ?? 0);
    }
    const all = findTwins(await render(screen, {}, { table: true }));
    expect(all).toHaveLength(twins.length);
    for (const twin of all) {
      expect(twin).toContain('aria-pressed="true"');
      expect(twin).toContain('role="table"');
      expect(twin).not.toContain('aria-hidden="true"><div class="chart');
    }
  });

  it.each(SCREENS)(
    '%s says when its figures were made and until when they are complete (Y47.4)',
    async (_name, screen) => {
      const html = await render(screen);
      expect(readText(html)).toMatch(/As of Nov 21, 2026.*; complete until Nov 21, 2026/);
      expect(html).toMatch(/href="[^"]*\.csv\?[^"]*from=2026-11-17[^"]*" download|download[^>]*href="[^"]*\.csv\?/);
    },
  );

  it.each([
    ['overview', Overview],
    ['revenue', Revenue],
  ] as const)('%s: days that are not complete are hatched, and the table says so (Y47.4)', async (_name, screen) => {
    const html = await render(screen);
    expect(html).toContain('class="chart-hatch" style="inset-inline-start:80%"');
    expect(readTexts(html, 'td').filter((cell) => cell.includes('not complete yet'))).toEqual([
      'Nov 21, 2026 (not complete yet)',
    ]);
  });
});

describe('the tile of revenue (docs/dashboard.md Y48.2)', () => {
  const readTile = (html: string) =>
    readText(html.split(/(?=<section)/).find((part) => part.includes('aria-label="Attributed revenue, direct"')) ?? '');

  it('counts verified, direct and confirmed lines only', async () => {
    const others = [
      { ...total, kind: 'REPORTED' as const, net: '1000.0000' },
      { ...total, rule: 'ASSISTED' as const, net: '2000.0000' },
      { ...total, proof: 'CLAIMED' as const, net: '4000.0000' },
    ];
    const tile = readTile(await render(Overview, { revenue: { ...revenue, totals: [total, ...others] } }));
    expect(tile).toContain('€150.00 with tax');
    expect(tile).toContain('3 verified orders');
  });

  it('has the former amount and no change, the days that an analysis counts, and since when figures may fall', async () => {
    const tile = readTile(await render(Overview));
    expect(tile).toContain('Before: €99.00');
    expect(tile).not.toMatch(/more than before|less than before|clear change/);
    expect(tile).toContain('An analysis counts for 7 days.');
    expect(tile).toContain('Figures since Nov 19, 2026 may still fall by refunds.');
  });
});

it('reports of visits that were not counted are a sentence with their number and the reason (docs/dashboard.md Y48.4)', async () => {
  const refused = [
    { reason: 'OTHER_VISIT', requests: 1 },
    { reason: 'TOO_MANY_EVENTS', requests: 2 },
    { reason: 'RATE_LIMITED', requests: 3_000 },
  ] as const;
  const report = { ...overview, refused: [...refused] };
  const html = await renderPage(createElement(RefusedVisits, { report }), { areas: ['insight'] });
  expect(readTexts(html, 'p')).toEqual([
    '1 report was not counted: its id is that of another visit.',
    '2 reports were not counted: their visits have 500 events.',
    '3,000 reports were not counted: too many came in a few seconds.',
  ]);
  expect(readText(await render(Overview, { overview: report }))).toContain('their visits have 500 events');
});

describe('questions (docs/dashboard.md Y49.1)', () => {
  it('the bar is as long as the visits that were shown the question, and the drop-off is a share of them', async () => {
    const html = await render(Questions);
    const widths = [...html.matchAll(/class="bar bar-part" style="inline-size:([\d.]+)%"/g)].map(([, width]) =>
      Number(width),
    );
    expect(widths.map(Math.round)).toEqual([100, 33]);
    const exits = [...html.matchAll(/class="bar-exits" style="inline-size:([\d.]+)%"/g)].map(([, width]) =>
      Number(width),
    );
    expect(exits).toEqual([10, 25]);
    expect(readText(html)).toContain('300 shown, 75 ended here · drop-off 25%');
  });

  it('one version is shown, by default the one with the most visits, and the screen says which', async () => {
    expect(readText(await render(Questions))).toContain(
      'Version 2, the one with the most visits. 1 more in these days: choose above. Versions are never added together.',
    );
  });
});

it('lines of unknown variants, and refused orders and refunds, are listed with numbers and reasons (docs/dashboard.md Y50.3)', async () => {
  const text = readText(
    await render(Revenue, {
      revenue: {
        ...revenue,
        keptAside: { ...revenue.keptAside, foreignLines: 2 },
        refused: [
          { kind: 'ORDER', reason: 'INVALID_REQUEST', requests: 3 },
          { kind: 'REFUND', reason: 'RATE_LIMITED', requests: 1 },
        ],
      },
    }),
  );
  expect(text).toContain('2 lines of your orders have variants that are not in your catalog.');
  expect(text).toContain('Orders: a field is missing or wrong (INVALID_REQUEST) 3 requests');
  expect(text).toContain('Refunds: too many in a few seconds (RATE_LIMITED) 1 request');
});

describe('retakes (docs/dashboard.md Y54.3)', () => {
  const retakes = { definition: '', value: null, previous: null };

  it('are "not measured" where they are not known', async () => {
    const unknown = { ...overview, figures: { ...overview.figures, retakes } };
    expect(readText(await render(Overview, { overview: unknown }))).toContain('Retakes: not measured');
    expect(readText(await render(Answers, { answers: { ...answers, retakes: null } }))).toContain(
      'Retakes: not measured',
    );
  });

  it('are a figure of their own', async () => {
    for (const screen of [Overview, Answers]) {
      expect(readText(await render(screen))).toContain('12 retakes, in no other figure');
    }
  });
});

it('days whose analyses may still be credited with orders are hatched, and the table says so (docs/dashboard.md Y54.4)', async () => {
  const html = await render(Matches);
  expect(html).toContain('class="chart-hatch" style="inset-inline-start:40%"');
  expect(readTexts(html, 'td').filter((cell) => cell.includes('orders may still follow'))).toEqual(
    [19, 20, 21].map((day) => `Nov ${day}, 2026 (orders may still follow)`),
  );
  expect(readText(html)).toContain('5% 3.4% to 7.2% (95%), of 520 analyses');
});
