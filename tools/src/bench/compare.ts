import type { Load } from './load/load.js';

/** One line of the result table. */
export interface Row {
  id: string;
  figure: string;
  /** What is compared: the measured value over its base. */
  ratio: number;
  /** For example `≥ 0.55` or `≤ 8`; undefined: for information. */
  must?: string;
  note: string;
}

/**
 * Measures base and case in turn, so that both see the same machine, and compares medians.
 * The ratio is case over base, in requests per second.
 */
export async function compare(options: {
  id: string;
  figure: string;
  must?: string;
  rounds: number;
  base: () => Promise<Load>;
  measured: () => Promise<Load>;
}): Promise<Row> {
  const bases: Load[] = [];
  const cases: Load[] = [];
  for (let round = 0; round < options.rounds; round++) {
    bases.push(await options.base());
    cases.push(await options.measured());
  }
  const base = middle(bases);
  const measured = middle(cases);
  const failures = [...bases, ...cases].reduce((sum, one) => sum + one.failures, 0);
  const p99 = measured.p50Ms > 0 ? `, p99 ${(measured.p99Ms / measured.p50Ms).toFixed(1)} × p50` : '';
  return {
    id: options.id,
    figure: options.figure,
    ratio: measured.requestsPerSecond / base.requestsPerSecond,
    ...(options.must ? { must: options.must } : {}),
    note:
      `${Math.round(measured.requestsPerSecond)}/s of ${Math.round(base.requestsPerSecond)}/s${p99}` +
      (failures > 0 ? `, ${failures} FAILED ANSWERS` : ''),
  };
}

function middle(loads: Load[]): Load {
  const sorted = [...loads].sort((a, b) => a.requestsPerSecond - b.requestsPerSecond);
  return sorted[Math.floor(sorted.length / 2)] as Load;
}

/** Whether a ratio keeps `≥ x` or `≤ x`; undefined without a bound. */
export function holds(row: Row): boolean | undefined {
  const [, sign, bound] = /^([≥≤]) ([\d.]+)/.exec(row.must ?? '') ?? [];
  if (!sign) return undefined;
  return sign === '≥' ? row.ratio >= Number(bound) : row.ratio <= Number(bound);
}

/** A Markdown table, as it goes into docs/performance.md. */
export function table(rows: Row[]): string {
  const lines = rows.map((row) => {
    const verdict = { true: 'yes', false: '**no**', undefined: '' }[
      String(holds(row)) as 'true' | 'false' | 'undefined'
    ];
    return `| ${row.id} | ${row.figure} | ${row.ratio.toPrecision(3)} | ${row.must ?? ''} | ${verdict} | ${row.note} |`;
  });
  return ['| # | figure | ratio | must | kept | detail |', '|---|---|---|---|---|---|', ...lines].join('\n');
}
