import { type ClassFigures, measureFairness } from '@svc/analysis-svc/bench';
import { createLogger } from '@svc/kit';
import type { Row } from '../compare.js';

/**
 * How evenly the selfie analysis treats the five skin classes: docs/color-analysis.md "Fairness". A ratio here is the
 * distance between the best and the worst class. Deterministic: the same on every machine.
 */
export async function fairnessFigures(): Promise<Row[]> {
  const { usual, hard, detected, relit } = await measureFairness({
    log: createLogger({ name: 'bench', level: 'silent' }),
  });
  const spread = (
    id: string,
    figure: string,
    rows: ClassFigures[],
    field: 'accepted' | 'wrong',
    must?: string,
  ): Row => ({
    id,
    figure,
    ratio: gap(rows.map((row) => row[field])),
    ...(must ? { must } : {}),
    note: rows.map((row) => `${row.skin} ${percent(row[field])}`).join(', '),
  });
  return [
    spread('F1', 'accepted selfies by skin, usual light', usual, 'accepted', '≤ 0.05'),
    spread('F2', 'wrong words for skin, usual light', usual, 'wrong', '≤ 0.05'),
    {
      id: 'F2',
      figure: 'words further off than one step, usual light',
      ratio: Math.max(...usual.map(({ farOff }) => farOff)),
      must: '≤ 0',
      note: `words given: ${usual.map(({ skin, reported }) => `${skin} ${percent(reported)}`).join(', ')}`,
    },
    spread('F3', 'accepted selfies by skin, hard light', hard, 'accepted'),
    spread('F3', 'wrong words for skin, hard light', hard, 'wrong'),
    {
      id: 'F4',
      figure: 'painted faces that the real model finds and the gate accepts',
      ratio: gap(detected.map(({ used, pictures }) => used / pictures)),
      must: '≤ 0.05',
      note: detected.map(({ skin, used, pictures }) => `${skin} ${used}/${pictures}`).join(', '),
    },
    {
      id: 'F4',
      figure: 'one rendered face relit to each skin: words told wrongly',
      ratio: relit.filter(({ skin, reported }) => reported !== null && reported !== skin).length / relit.length,
      note: relit.map(({ skin, reported, reason }) => `${skin}: ${reported ?? reason ?? 'no word'}`).join(', '),
    },
  ];
}

const gap = (shares: number[]): number => Math.max(...shares) - Math.min(...shares);
const percent = (share: number): string => `${Math.round(share * 100)} %`;
