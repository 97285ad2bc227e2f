import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../../../../docs/color-method.md', import.meta.url), 'utf8').replaceAll('−', '-');

/** A row of a table: its name and all of its numbers. */
export type MethodRow = [name: string, numbers: number[]];

/**
 * The table of a rule of docs/color-method.md, by column: where rows have two halves, all of the left one come first.
 * @param rule - `A2.1`.
 */
export function readMethodTable(rule: string): { left: MethodRow[]; right: MethodRow[] } {
  const [, text = ''] = page.split(`- **${rule}** `);
  const [own = ''] = text.split(/^(?:- \*\*|## )/m);
  const rows = own.split('\n').flatMap((line) => {
    const [, cells] = /^ *\| ([A-Z].*) \|$/.exec(line) ?? [];
    return cells === undefined ? [] : [cells.split(' | | ')];
  });
  const toRows = (half: number): MethodRow[] =>
    rows.flatMap((halves): MethodRow[] => {
      const [, name, values = ''] = /^([A-Z][A-Z_]*) \| (.*)$/.exec(halves[half]?.trim() ?? '') ?? [];
      return name === undefined ? [] : [[name, (values.match(/[-+]?\d*\.?\d+/g) ?? []).map(Number)]];
    });
  return { left: toRows(0), right: toRows(1) };
}
