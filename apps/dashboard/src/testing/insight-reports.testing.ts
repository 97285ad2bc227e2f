import type { Schemas } from '../api/client.js';
import { settingsQuery } from '../api/settings.js';
import { toPages } from './render-page.testing.js';

/** Reports of five days of a funnel, of which the last is not complete, with data of each kind that the screens show. */

export const QUERY = { funnel: 'beauty', from: '2026-11-17', to: '2026-11-21' };
const frame = {
  ...QUERY,
  timeZone: 'Europe/Berlin',
  asOf: '2026-11-21T10:00:00.000Z',
  completeUntil: '2026-11-21T09:59:30.000Z',
  definition: '',
};
const rate = { value: 0.6, low: 0.569, high: 0.63 };
const figure = (value: number, previous = 0) => ({ definition: '', value, previous });
const rateFigure = { definition: '', value: rate, previous: null, cases: 1_000, change: 'UNCLEAR' } as const;

export const overview: Schemas['InsightOverview'] = {
  ...frame,
  figures: {
    visits: figure(1_450, 1_310),
    starts: figure(1_000, 940),
    finishes: figure(600, 571),
    completions: figure(640, 602),
    retakes: { definition: '', value: 12, previous: null },
    optIn: rateFigure,
    completionRate: rateFigure,
  },
  days: [{ day: '2026-11-20', visits: 71, starts: 50, finishes: 29, completions: 31 }],
  shop: [],
  refused: [],
};

const step = { answered: 5, back: 1, dropOff: rate, medianMs: 4_300, p90Ms: 11_200 };
export const steps: Schemas['InsightSteps'] = {
  ...frame,
  versionId: 'v-2',
  versions: [
    { versionId: 'v-2', visits: 900 },
    { versionId: 'v-1', visits: 100 },
  ],
  steps: [
    { ...step, stepId: 1, title: 'Your hair?', shown: 900, exits: 90 },
    {
      ...{ ...step, stepId: 2, title: 'How dry?', shown: 300, exits: 75 },
      dropOff: { value: 0.25, low: 0.204, high: 0.302 },
    },
  ],
};

export const answers: Schemas['InsightAnswers'] = {
  ...frame,
  ...{ versionId: 'v-2', analyses: 640, retakes: 12 },
  steps: [
    {
      ...{ stepId: 1, title: 'Your hair?', shown: 640 },
      options: [{ key: 'DRY', caption: 'Dry', isFew: false, chosen: 384, share: rate, isFolded: false }],
    },
  ],
};

export const matches: Schemas['InsightMatches'] = {
  ...frame,
  analyses: 640,
  figures: {
    shown: { definition: '', value: 600 },
    clicked: { definition: '', value: 360 },
    addedToCart: { definition: '', value: 90 },
    bought: { definition: '', value: 31 },
    clickRate: { definition: '', value: rate },
    boughtRate: { definition: '', value: { value: 0.05, low: 0.0344, high: 0.0721 }, cases: 520 },
    cartValue: { definition: '', analyses: 0, values: [] },
  },
  ...{ foreignVariants: 0, attributionDays: 3, openSince: '2026-11-19' },
  days: [{ day: '2026-11-18', analyses: 31, shown: 29, clicked: 17, addedToCart: 4, bought: 1 }],
  variants: [
    {
      ...{ variantId: 'V1', productName: 'Repair mask', variantName: '200 ml', isFew: false },
      ...{ shown: 410, clicked: 246, clickRate: rate, addedToCart: 90, bought: 31 },
    },
  ],
  neverMatched: { variants: [], count: 0, isComplete: true },
};

const row = { value: 'newsletter', isFew: false, visits: 1_450, starts: 1_000, finishes: 600, completionRate: rate };
export const sources: Schemas['InsightSources'] = {
  ...frame,
  sources: [row],
  locales: [{ ...row, value: 'de' }],
  devices: [{ ...row, value: 'PHONE' }],
  versions: [{ ...row, value: 'v-2' }],
};

type Total = Schemas['RevenueReport']['totals'][number];
export const total: Total = {
  ...{ currency: 'EUR', kind: 'VERIFIED', rule: 'DIRECT', proof: 'CONFIRMED', chat: 'NEVER', totalsIncludeTax: true },
  ...{ orders: 3, lines: 4, gross: '200.0000', refunded: '50.0000', net: '150.0000' },
};
export const revenue: Schemas['RevenueReport'] = {
  definition: '',
  asOf: frame.asOf,
  completeUntil: frame.completeUntil,
  mayFallSince: '2026-11-19',
  timezone: 'Europe/Berlin',
  attributionDays: [7],
  totals: [total],
  verified: { definition: '', value: { value: 1, low: 0.5101, high: 1 }, cases: 4 },
  days: [{ day: '2026-11-18', ...total }],
  ...{ variants: [], variantsDefinition: '', tabs: [], tabsDefinition: '', rules: [], rulesDefinition: '' },
  cart: { definition: '', analyses: 0, values: [] },
  keptAside: {
    ...{ waitingRefunds: 0, unknownRefundLines: 0, lateRefunds: 0, excessRefundLines: 0 },
    ...{ ordersWithUnknownAnalyses: 0, ordersWithUnreadAnalyses: 0, foreignLines: 0 },
  },
  refused: [],
};

/** What each screen of the area loads before its report: time zone, funnels, and what there is to filter by. */
export const SCOPE = [
  [settingsQuery('glow').queryKey, { value: { settings: { timeZone: 'Europe/Berlin' } }, etag: '' }],
  [['funnel-choices', 'glow'], toPages([{ subdomain: 'beauty', name: 'Beauty' }])],
  [['insight', 'glow', 'sources', QUERY], sources],
  [
    ['version-numbers', 'glow', 'beauty'],
    new Map([
      ['v-1', 1],
      ['v-2', 2],
    ]),
  ],
] as const;

export const toKey = (report: string, query: object = QUERY) => ['insight', 'glow', report, query];
