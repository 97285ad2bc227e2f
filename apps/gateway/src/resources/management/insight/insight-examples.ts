import { VERSION_ID } from '../../../openapi/example-ids.js';
import { DEFINITIONS } from './definitions.js';

const frame = {
  funnel: 'beauty',
  from: '2026-11-01',
  to: '2026-11-21',
  timeZone: 'Europe/Berlin',
  asOf: '2026-11-21T10:00:00.000Z',
  completeUntil: '2026-11-21T09:59:30.000Z',
};
const rate = { value: 0.6, low: 0.569, high: 0.63 };

export const overviewExample = {
  ...frame,
  definition: DEFINITIONS.days,
  figures: {
    visits: { definition: DEFINITIONS.visits, value: 1_450, previous: 1_310 },
    starts: { definition: DEFINITIONS.starts, value: 1_000, previous: 940 },
    finishes: { definition: DEFINITIONS.finishes, value: 600, previous: 571 },
    completions: { definition: DEFINITIONS.completions, value: 640, previous: 602 },
    retakes: { definition: DEFINITIONS.retakes, value: 12, previous: null },
    optIn: {
      ...{ definition: DEFINITIONS.optIn, value: rate, previous: null },
      ...{ cases: 1_000, change: 'UNCLEAR' },
    },
    completionRate: {
      ...{
        definition: DEFINITIONS.completionRate,
        value: rate,
        previous: { value: 0.6074, low: 0.5758, high: 0.6382 },
      },
      ...{ cases: 1_000, change: 'UNCLEAR' },
    },
  },
  days: [{ day: '2026-11-20', visits: 71, starts: 50, finishes: 29, completions: 31 }],
  shop: [{ type: 'WIDGET_SHOWN', visits: 5_210 }],
  refused: [{ reason: 'TOO_MANY_EVENTS', requests: 2 }],
};

export const stepsExample = {
  ...frame,
  definition: DEFINITIONS.steps,
  versionId: VERSION_ID,
  versions: [{ versionId: VERSION_ID, visits: 1_450 }],
  steps: [
    {
      ...{ stepId: 1, title: 'Your hair', shown: 1_000, answered: 930, back: 12, exits: 400 },
      ...{ dropOff: { value: 0.4, low: 0.37, high: 0.431 }, medianMs: 4_300, p90Ms: 11_200 },
    },
  ],
};

const few = { isFew: true, visits: null, starts: null, finishes: null, completionRate: null };
const row = { isFew: false, visits: 1_450, starts: 1_000, finishes: 600, completionRate: rate };

export const sourcesExample = {
  ...frame,
  definition: DEFINITIONS.sources,
  sources: [
    { value: null, ...row },
    { value: 'newsletter', ...few },
  ],
  locales: [{ value: 'de', ...row }],
  devices: [{ value: 'PHONE', ...row }],
  versions: [{ value: VERSION_ID, ...row }],
};

export const csvExample =
  '\uFEFF"Definition","Visits, starts and finishes by the day on which the visit began."\r\n"Funnel","beauty"\r\n"From","2026-11-01"\r\n"To",' +
  '"2026-11-21"\r\n"Time zone","Europe/Berlin"\r\n"As of","2026-11-21T10:00:00.000Z"\r\n"Complete until","2026-11-21T09:59:30.000Z"\r\n\r\n' +
  '"day","visits","starts","finishes","completions"\r\n"2026-11-20","71","50","29","31"\r\n';

export const answersExample = {
  ...frame,
  definition: DEFINITIONS.answers,
  ...{ versionId: VERSION_ID, analyses: 640, retakes: 12 },
  steps: [
    {
      ...{ stepId: 1, title: 'Your hair', shown: 640 },
      options: [
        { key: 'DRY', caption: 'Dry', isFew: false, chosen: 384, share: rate, isFolded: true },
        { key: 'OILY', caption: 'Oily', isFew: true, chosen: null, share: null, isFolded: false },
      ],
    },
  ],
};

export const matchesExample = {
  ...frame,
  definition: DEFINITIONS.matches,
  analyses: 640,
  figures: {
    shown: { definition: DEFINITIONS.matchesShown, value: 600 },
    clicked: { definition: DEFINITIONS.clicked, value: 360 },
    addedToCart: { definition: DEFINITIONS.addedToCart, value: 90 },
    bought: { definition: DEFINITIONS.bought, value: 31 },
    clickRate: { definition: DEFINITIONS.clickRate, value: rate },
    boughtRate: { definition: DEFINITIONS.boughtRate, value: { value: 0.05, low: 0.0344, high: 0.0721 }, cases: 520 },
    cartValue: { definition: DEFINITIONS.cartValue, analyses: 90, values: [{ currency: 'EUR', value: '2691.0000' }] },
  },
  foreignVariants: 0,
  attributionDays: 7,
  openSince: '2026-11-14',
  days: [{ day: '2026-11-13', analyses: 31, shown: 29, clicked: 17, addedToCart: 4, bought: 1 }],
  variants: [
    {
      ...{
        variantId: 'V1007',
        productName: 'Repair mask',
        variantName: '200 ml',
        isFew: false,
        shown: 410,
        clicked: 246,
      },
      ...{ clickRate: rate, addedToCart: 90, bought: 31 },
    },
  ],
  neverMatched: {
    variants: [{ variantId: 'V2001', productName: 'Night oil', variantName: '50 ml' }],
    ...{ count: 1, isComplete: true },
  },
};
