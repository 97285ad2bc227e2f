import { MAX_COPY_LENGTH, MAX_NAME_LENGTH } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { readFeed } from '../testing/read-feed.js';
import { cutText } from './cut-texts.js';

const LONG = 'soft velvet '.repeat(200).trim();
const CUT = /^(soft velvet )+(soft|soft velvet)…$/;
const URL = 'https://shop.example/1';
const mapping = { format: 'native' as const, columns: { shortDescription: 'Beschreibung' } };

describe('a text that is too long is cut and reported; its row is kept', () => {
  it.each([
    ['a native file', 'shortDescription', ['id;name;url;shortDescription', `V1;Lipstick;${URL};${LONG}`], undefined],
    ['mapped columns', 'shortDescription', ['id;name;url;Beschreibung', `V1;Lipstick;${URL};${LONG}`], mapping],
    [
      'a Google Merchant Center feed',
      'description',
      ['id,title,link,description', `V1,Lipstick,${URL},${LONG}`],
      undefined,
    ],
    [
      'a WooCommerce export',
      'Short description',
      ['ID,Type,SKU,Name,Published,Short description,Parent', `V1,simple,s,Lipstick,1,<p>${LONG}</p>,`],
      undefined,
    ],
    [
      'a Shopware 6 export',
      'description',
      ['id;parent_id;product_number;active;stock;name;description', `V1;;n1;1;3;Lipstick;${LONG}`],
      undefined,
    ],
    [
      'a Shopify export',
      'Body (HTML)',
      ['Handle,Title,Body (HTML),Variant SKU', `lipstick,Lipstick,${LONG},V1`],
      undefined,
    ],
  ])('%s', async (_source, column, lines, mapped) => {
    const { variants, report } = await readFeed(lines.join('\n'), mapped ? { mapping: mapped } : {});
    expect(variants).toMatchObject([{ id: 'V1', short_description: expect.stringMatching(CUT) }]);
    expect(variants[0]!.short_description!.length).toBeLessThanOrEqual(MAX_COPY_LENGTH);
    expect(report).toMatchObject({ read: 1, rejectedCount: 0 });
    expect(report.notes).toContain(
      `1 text of the column ${column} was longer than 2,000 characters and was cut: line 2.`,
    );
  });

  it.each(['vendor', 'line', 'packageSize', 'unitPriceMeasurement'])('%s', async (column) => {
    const { variants, report } = await readFeed(`id;name;url;${column}\nV1;Lipstick;${URL};${LONG}`);
    expect([variants.length, report.rejectedCount]).toEqual([1, 0]);
    expect(report.notes).toEqual([expect.stringContaining(`the column ${column} was longer than 2,000 characters`)]);
  });

  it('a name', async () => {
    const { variants, report } = await readFeed(`id;name;url\nV1;${LONG};${URL}`);
    expect(variants[0]!.name).toMatch(CUT);
    expect(variants[0]!.name!.length).toBeLessThanOrEqual(MAX_NAME_LENGTH);
    expect(report.notes).toEqual(['1 text of the column name was longer than 255 characters and was cut: line 2.']);
  });

  it('a text of exactly the limit is not cut', async () => {
    const whole = 'x'.repeat(MAX_COPY_LENGTH);
    const { variants, report } = await readFeed(`id;name;url;shortDescription\nV1;Lipstick;${URL};${whole}`);
    expect([variants[0]!.short_description, report.notes]).toEqual([whole, []]);
  });

  it('the report counts the texts of a column and names the first ten lines; rejected rows do not count', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => `V${i};Lipstick;${URL};;${LONG}`);
    const bad = [`V99;Lipstick;${URL};free;${LONG}`, `V0;Lipstick;${URL};;${LONG}`];
    const { report } = await readFeed(['id;name;url;price;shortDescription', ...rows, ...bad].join('\n'));
    expect(report.rejectedCount).toBe(2);
    expect(report.notes).toEqual([
      '12 texts of the column shortDescription were longer than 2,000 characters and were cut: lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more.',
    ]);
  });
});

describe('cutText', () => {
  it.each(['😀', 'a😀'])('never cuts inside a surrogate pair: %s', (piece) => {
    for (const limit of [9, 10, 11, 12]) {
      const cut = cutText(piece.repeat(20), limit);
      expect(Buffer.from(cut).toString()).toBe(cut);
      expect(cut.length).toBeLessThanOrEqual(limit);
      expect(cut.length).toBeGreaterThanOrEqual(limit - 1);
      expect(cut.endsWith('…')).toBe(true);
    }
  });

  it('cuts at a space if there is one in the second half', () => {
    expect(cutText('one two three', 9)).toBe('one two…');
    expect(cutText('one twothree', 9)).toBe('one twot…');
  });
});
