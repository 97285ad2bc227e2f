import { VERSION_ID } from '../../../openapi/example-ids.js';

const nothingFound = { total: 0, first: [] };

export const funnelCheckExample = {
  version: { id: VERSION_ID, number: 4 },
  date: '2026-11-21',
  paths: {
    method: 'all',
    checked: 96,
    total: 96,
    undecidedPairs: 0,
    multiSelection: 'combinations',
    colorType: 'ignored',
  },
  deadEnds: {
    total: 1,
    first: [
      {
        kind: 'ANSWERS',
        answers: [
          { step: 12, key: 'skin_concern', chosen: ['redness'] },
          { step: 14, key: 'scent', chosen: ['none'] },
        ],
        paths: 8,
        example: [
          { step: 1, key: 'step_1', chosen: ['VERY_LIGHT'] },
          { step: 12, key: 'skin_concern', chosen: ['redness'] },
          { step: 14, key: 'scent', chosen: ['none'] },
        ],
      },
    ],
  },
  blockingDeadEnds: 1,
  deadPaths: 8,
  unreachableVariants: { total: 1, first: ['V1008'] },
  emptyTabs: nothingFound,
  resultPageWithoutTabs: false,
  idleRules: { total: 1, first: [{ rule: 'summer-glow', reason: 'EXPIRED' }] },
  conflicts: nothingFound,
  idleOptions: { total: 1, first: [{ step: 14, key: 'scent', option: 'light' }] },
  eligible: { limit: 2000, assortment: 612, resultPage: 540, pathsOverLimit: 0 },
};

/** The same as NDJSON: progress, then the report. */
export const checkLinesExample = [
  { progress: { phase: 'WALK', done: 32, total: 96 } },
  { progress: { phase: 'DEAD_ENDS', done: 0, total: 8 } },
  { report: funnelCheckExample },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');
