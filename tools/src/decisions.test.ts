import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../docs/adr/', import.meta.url));
const read = (file: string): string => readFileSync(`${folder}${file}`, 'utf8');

const ROW = /^\| (\d+) \| \[(.+?)\]\((\S+\.md)\) \| (\d{4}-\d\d-\d\d) \| (.+) \|$/;
const STATUS = /^(?:accepted(?:, amended by ADR (\d+))?|superseded by ADR (\d+))$/;

describe('the index of decisions (docs/adr/README.md)', () => {
  const pages = readdirSync(folder)
    .filter((file) => /^\d{4}-/.test(file))
    .sort();
  const rows = read('README.md')
    .split('\n')
    .filter((line) => /^\| \d/.test(line));

  it('lists every decision once, in order, with number and title of its page', () => {
    expect(rows.map((row) => ROW.exec(row)?.slice(1, 4))).toEqual(
      pages.map((file) => {
        const [, number, title] = /^# (\d+)\. (.+)$/m.exec(read(file)) ?? [];
        expect(Number(number), file).toBe(Number.parseInt(file, 10));
        return [number, title, file];
      }),
    );
  });

  it('gives each a status, and names an existing decision where it was amended or superseded', () => {
    const numbers = pages.map((file) => String(Number.parseInt(file, 10)));
    for (const row of rows) {
      const status = STATUS.exec(ROW.exec(row)?.[5] ?? '');
      expect(status, row).not.toBeNull();
      for (const successor of status?.slice(1).filter((number) => number !== undefined) ?? []) {
        expect(numbers, row).toContain(successor);
      }
    }
  });
});
