import { ImportState } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectConsistentCounts } from './testing/expect-consistent-counts.js';
import { nativeCsv, startCatalog, type TestCatalog } from './testing/start-catalog.js';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

describe('native CSV (docs/catalog.md "The native CSV file")', () => {
  const HEADER =
    'id;name;url;parentId;price;compareAtPrice;currency;availability;vendor;line;packageSize;unitPriceMeasurement;coverImage;shortDescription;color;tags';
  const ROWS = [
    'V1;Velvet Foundation Ivory;https://shop.example/p/1?v=1;P1;19.90;24.90;eur;in_stock;Glow;Velvet;30 ml;100 ml;https://cdn.example/1.jpg;"Soft; ""matte""";#F1D6C1;Finish:matte|category:foundation',
    'V2;Velvet Foundation Iris;https://shop.example/p/1?v=2;P1;19.90;;;0;;;;;;;abc;',
    ' x Y ;Lip Oil;http://shop.example/lip;;;;;;;;;;;;;',
  ];

  it('every column is stored where cards and the matcher read it', async () => {
    const run = await catalog.importCsv('golden', [HEADER, ...ROWS].join('\n'), { currency: 'CHF' });
    expect(run).toMatchObject({
      state: ImportState.IMPORT_STATE_SUCCEEDED,
      read: 3,
      created: 3,
      rejected: [],
      notes: [],
    });
    expect(await catalog.products('golden')).toEqual([
      {
        shopSystemId: 'P1',
        name: 'Velvet Foundation',
        url: 'https://shop.example/p/1?v=1',
        imageUrl: 'https://cdn.example/1.jpg',
        vendor: 'Glow',
        line: 'Velvet',
        tags: [],
        variants: [
          {
            shopSystemId: 'V1',
            name: 'Velvet Foundation Ivory',
            url: 'https://shop.example/p/1?v=1',
            available: true,
            price: '19.90',
            compareAtPrice: '24.90',
            currency: 'EUR',
            color: '#f1d6c1',
            imageUrl: 'https://cdn.example/1.jpg',
            shortDescription: 'Soft; "matte"',
            packageSize: '30 ml',
            unitPriceMeasurement: '100 ml',
            tags: ['finish:matte', 'category:foundation'],
          },
          {
            shopSystemId: 'V2',
            name: 'Velvet Foundation Iris',
            url: 'https://shop.example/p/1?v=2',
            available: false,
            price: '19.90',
            currency: 'CHF',
            color: '#aabbcc',
            tags: [],
          },
        ],
      },
      {
        shopSystemId: 'x Y',
        name: 'Lip Oil',
        url: 'http://shop.example/lip',
        tags: [],
        variants: [{ shopSystemId: 'x Y', name: 'Lip Oil', url: 'http://shop.example/lip', available: true, tags: [] }],
      },
    ]);
    expect(await catalog.snapshot('golden')).toEqual({
      version: 1,
      products: [
        { id: 'P1', tags: [] },
        { id: 'x Y', tags: [] },
      ],
      variants: [
        { id: 'V1', product: 0, available: true, tags: ['finish:matte', 'category:foundation'] },
        { id: 'V2', product: 0, available: false, tags: [] },
        { id: 'x Y', product: 1, available: true, tags: [] },
      ],
    });
  });

  it.each([
    [';', ';'],
    [',', ','],
    ['tab', '\t'],
    ['|', '|'],
  ])('the delimiter %s is found from the header, also when names hold others', async (name, delimiter) => {
    const company = `delimiter-${name}`;
    const cells = [
      ['ID', 'Name', 'URL', 'Note; a, b | c'],
      ['V1', 'One; two, three | four\tfive', 'https://shop.example/1', 'x'],
    ];
    const csv = cells.map((row) => row.map((cell) => `"${cell}"`).join(delimiter)).join('\r\n');
    const run = await catalog.importCsv(company, csv);
    expect(run).toMatchObject({ state: ImportState.IMPORT_STATE_SUCCEEDED, created: 1 });
    expect(run.notes).toEqual(['Columns that are not part of the format were ignored: "Note; a, b | c".']);
    const [product] = await catalog.products(company);
    expect(product?.name).toBe('One; two, three | four\tfive');
  });

  it.each([
    ['UTF-8', Buffer.from('id;name;url\nV1;Grün €;https://s.example\n'), []],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffid;name;url\nV1;Grün €;https://s.example\n'), []],
    [
      'UTF-16',
      Buffer.from('\ufeffid;name;url\nV1;Grün €;https://s.example\n', 'utf16le'),
      ['The file was read as UTF-16.'],
    ],
    [
      'Windows-1252',
      Buffer.from('id;name;url\nV1;Gr\xfcn \x80;https://s.example\n', 'latin1'),
      ['The file is not valid UTF-8; it was read as Windows-1252.'],
    ],
  ])('%s is read, and what was repaired is noted (docs/reliability.md R5.4)', async (name, file, notes) => {
    const run = await catalog.importCsv(`encoding ${name}`, file);
    expect(run).toMatchObject({ created: 1, notes });
    expect((await catalog.products(`encoding ${name}`))[0]?.name).toBe('Grün €');
  });

  it('rows of one product may be apart: the first url and all names, grouped by product', async () => {
    const csv =
      'id;name;url;parentId;vendor\nA1;Lip Oil Red;https://s.example/a1;A;\nB1;Mascara;https://s.example/b1;B;\n' +
      'A2;Lip Oil Rose;https://s.example/a2;A;Glow\nB2;Brow Gel;https://s.example/b2;B;\nA3;Lip Balm;https://s.example/a3;A;Other\n';
    await catalog.importCsv('scattered', csv);
    expect(await catalog.products('scattered')).toMatchObject([
      { shopSystemId: 'A', name: 'Lip', url: 'https://s.example/a1', vendor: 'Glow' },
      { shopSystemId: 'B', name: 'Mascara', url: 'https://s.example/b1' },
    ]);
    const { variants } = await catalog.snapshot('scattered');
    expect(variants.map(({ id, product }) => [id, product])).toEqual([
      ['A1', 0],
      ['A2', 0],
      ['A3', 0],
      ['B1', 1],
      ['B2', 1],
    ]);
    const again = await catalog.importCsv('scattered', csv);
    expect(again).toMatchObject({ unchanged: 5, updated: 0 });
    expect((await catalog.snapshot('scattered')).version).toBe(1);
  });
});

describe('the report (docs/reliability.md R5.5)', () => {
  const good = Array.from({ length: 100 }, (_, index) => `G${index};Name;https://s.example/${index};;;;`);

  it('names line, column and reason of every rejected row and adds up', async () => {
    const bad = [
      'B1;;https://s.example;;;;',
      'B2;Name;shop/1;;;;',
      'B3;"Two\nlines";https://s.example;19,90;;;',
      'G1;Name;https://s.example;;;;',
      'B5;Name;https://s.example;;;red;matte',
    ];
    const run = await catalog.importCsv(
      'report',
      ['ID;name;url;Price;availability;color;tags', ...good, ...bad].join('\n'),
    );
    expectConsistentCounts(run);
    expect(run).toMatchObject({ state: ImportState.IMPORT_STATE_SUCCEEDED, read: 105, created: 100, rejectedCount: 5 });
    expect(run.rejected.map(({ line, column }) => [line, column])).toEqual([
      [102, 'name'],
      [103, 'url'],
      [104, 'Price'],
      [106, 'ID'],
      [107, 'color'],
    ]);
    expect(run.rejected[2]?.reason).toBe(
      'Price must be a decimal number with a point, for example 19.90; it is "19,90".',
    );
    expect(run.rejected[3]?.reason).toMatch(/"G1" is that of an earlier row/);
    const { variants } = await catalog.snapshot('report');
    expect(variants).toHaveLength(100);
  });

  it('lists each rejected row of a run that succeeds; a list of runs has the first 200 of it', async () => {
    const bad = Array.from({ length: 250 }, (_, index) => `B${index};;https://s.example`);
    const run = await catalog.importCsv('many', `${nativeCsv(4_750)}${bad.map((row) => `${row};;;;`).join('\n')}`);
    expectConsistentCounts(run);
    const lines = bad.map((_, index) => index + 4_752);
    expect([run.state, run.rejectedCount]).toEqual([ImportState.IMPORT_STATE_SUCCEEDED, 250]);
    expect(run.rejected.map(({ line }) => line)).toEqual(lines);
    const { run: read } = await catalog.admin.getImport({ companyId: 'many', importId: run.id });
    expect(read?.rejected).toEqual(run.rejected);
    const { runs } = await catalog.admin.listImports({ companyId: 'many', pageSize: 1, pageToken: '' });
    expect(runs[0]?.rejected.map(({ line }) => line)).toEqual(lines.slice(0, 200));
    expect(runs[0]?.rejectedCount).toBe(250);
  });

  it('more than 5 % bad rows fail the run, exactly 5 % do not; nothing changes', async () => {
    const rows = (badCount: number) =>
      [
        'id;name;url',
        ...good.slice(badCount).map((row) => row.slice(0, -4)),
        ...Array.from({ length: badCount }, (_, i) => `B${i};;x`),
      ].join('\n');
    expect(await catalog.importCsv('five', rows(5))).toMatchObject({ state: ImportState.IMPORT_STATE_SUCCEEDED });
    const before = await catalog.snapshot('five');
    const run = await catalog.importCsv('five', rows(6));
    expectConsistentCounts(run);
    expect(run).toMatchObject({ state: ImportState.IMPORT_STATE_FAILED, rejectedCount: 6, read: 100 });
    expect(run.reason).toMatch(/6 of 100 rows were rejected/);
    expect(run.failure).toEqual({ code: 'ROWS_REJECTED', values: { rejected: '6', read: '100', percent: '5' } });
    expect(await catalog.snapshot('five')).toEqual(before);
  });

  it.each([
    [
      'an empty file',
      '',
      /lacks the required columns id, name, url/,
      { code: 'COLUMNS_MISSING', values: { columns: 'id, name, url' } },
    ],
    [
      'an HTML error page',
      '<!doctype html>\n<html><body>502</body></html>\n',
      /lacks the required columns/,
      { code: 'COLUMNS_MISSING' },
    ],
    [
      'a missing column',
      'id;name\nV1;x\n',
      /lacks the required column url/,
      { code: 'COLUMNS_MISSING', values: { columns: 'url' } },
    ],
    [
      'a header named twice',
      'id;name;url;Name\nV1;x;https://s.example;y\n',
      /names the column "Name" twice/,
      { code: 'COLUMN_TWICE', values: { column: 'Name' } },
    ],
    [
      'a quote that is never closed',
      'id;name;url\nV1;"x;https://s.example\nV2;y;https://s.example\n',
      /line 2 is never closed/,
      { code: 'QUOTE_OPEN', values: { line: '2' } },
    ],
    [
      '301 columns',
      `id;name;url;${Array.from({ length: 298 }, (_, i) => `c${i}`).join(';')}\n`,
      /301 columns; 300 are allowed/,
      { code: 'TOO_MANY_COLUMNS', values: { count: '301', max: '300' } },
    ],
    [
      'a record over 64 KiB',
      `id;name;url\nV1;${'x'.repeat(70_000)};https://s.example\n`,
      /line 2 is longer than 64 KiB/,
      { code: 'ROW_TOO_LONG', values: { line: '2', kibibytes: '64' } },
    ],
  ])(
    '%s fails immediately with a reason and its code (docs/catalog.md "Why an import failed")',
    async (name, file, reason, failure) => {
      const run = await catalog.importCsv(`failing ${name}`, file);
      expect(run).toMatchObject({ state: ImportState.IMPORT_STATE_FAILED, read: 0 });
      expect(run.reason).toMatch(reason);
      expect(run.failure).toMatchObject(failure);
      expectConsistentCounts(run);
      expect((await catalog.snapshot(`failing ${name}`)).version).toBe(0);
    },
  );

  it('more than 200,000 rows fail the run', async () => {
    const run = await catalog.importCsv('rows', nativeCsv(200_001));
    expect(run).toMatchObject({
      state: ImportState.IMPORT_STATE_FAILED,
      reason: expect.stringMatching(/more than 200,000 rows/),
    });
  });

  it('a header with NUL characters, as in UTF-16 without a byte order mark, gives a report, not an error', async () => {
    const run = await catalog.importCsv('nul', 'id;name;url;x\0\nV1;A;https://s.example;y\0\n');
    expect(run).toMatchObject({ state: ImportState.IMPORT_STATE_FAILED, rejectedCount: 1 });
    const utf16 = await catalog.importCsv('nul', Buffer.from('id;name;url\nV1;A;https://s.example\n', 'utf16le'));
    expect(utf16.read).toBeLessThanOrEqual(2);
    expect(utf16.reason).toBeDefined();
  });

  it('a row with too few or too many columns, text behind a quote or a NUL is rejected as such', async () => {
    const bad = [
      'B1;Name',
      'B2;Name;https://s.example;;;;;x',
      '"B3"x;Name;https://s.example;;;;',
      'B4;Na\0me;https://s.example;;;;',
    ];
    const run = await catalog.importCsv('shape', ['id;name;url;a;b;c;d', ...good, ...bad].join('\n'));
    expect(run.rejected.map(({ line, column }) => [line, column])).toEqual([
      [102, ''],
      [103, ''],
      [104, 'id'],
      [105, 'name'],
    ]);
  });
});
