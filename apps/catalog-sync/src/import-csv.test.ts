import { type ImportRun, ImportState } from '@svc/proto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nativeCsv, startCatalog, type TestCatalog, upload } from './testing/start-catalog.js';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

/** `read` = created + updated + unchanged + rejected. Catalogue, 2. */
function expectToAddUp(run: ImportRun): void {
  expect(run.read).toBe(run.created + run.updated + run.unchanged + run.rejectedCount);
}

describe('native CSV (catalogue.md, "Native CSV")', () => {
  const HEADER =
    'id;name;url;parentId;price;compareAtPrice;currency;availability;vendor;line;packageSize;unitPriceMeasurement;coverImage;shortDescription;color;tags';
  const ROWS = [
    'V1;Velvet Foundation Ivory;https://shop.example/p/1?v=1;P1;19.90;24.90;eur;in_stock;Glow;Velvet;30 ml;100 ml;https://cdn.example/1.jpg;"Soft; ""matte""";#F1D6C1;Finish:matte|category:foundation',
    'V2;Velvet Foundation Iris;https://shop.example/p/1?v=2;P1;19.90;;;0;;;;;;;abc;',
    ' x Y ;Lip Oil;http://shop.example/lip;;;;;;;;;;;;;',
  ];

  it('every column arrives where cards and the matcher read it', async () => {
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
  ])('%s is read, and what was repaired is noted (catalogue.md, 5)', async (name, file, notes) => {
    const run = await catalog.importCsv(`encoding ${name}`, file);
    expect(run).toMatchObject({ created: 1, notes });
    expect((await catalog.products(`encoding ${name}`))[0]?.name).toBe('Grün €');
  });

  it('rows of one product may stand apart: the first url, all names, product by product', async () => {
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

describe('the report (catalogue.md, 2)', () => {
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
    expectToAddUp(run);
    expect(run).toMatchObject({ state: ImportState.IMPORT_STATE_SUCCEEDED, read: 105, created: 100, rejectedCount: 5 });
    expect(run.rejected.map(({ line, column }) => [line, column])).toEqual([
      [102, 'name'],
      [103, 'url'],
      [104, 'Price'],
      [106, 'ID'],
      [107, 'color'],
    ]);
    expect(run.rejected[2]?.reason).toBe('price is a decimal number with a point, for example 19.90; it is "19,90".');
    expect(run.rejected[3]?.reason).toMatch(/"G1" is that of an earlier row/);
    const { variants } = await catalog.snapshot('report');
    expect(variants).toHaveLength(100);
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
    expectToAddUp(run);
    expect(run).toMatchObject({ state: ImportState.IMPORT_STATE_FAILED, rejectedCount: 6, read: 100 });
    expect(run.reason).toMatch(/6 of 100 rows were rejected/);
    expect(await catalog.snapshot('five')).toEqual(before);
  });

  it.each([
    ['an empty file', '', /lacks the required columns id, name, url/],
    ['an HTML error page', '<!doctype html>\n<html><body>502</body></html>\n', /lacks the required columns/],
    ['a missing column', 'id;name\nV1;x\n', /lacks the required column url/],
    ['a header named twice', 'id;name;url;Name\nV1;x;https://s.example;y\n', /names the column "Name" twice/],
    [
      'a quote that is never closed',
      'id;name;url\nV1;"x;https://s.example\nV2;y;https://s.example\n',
      /line 2 is never closed/,
    ],
    [
      '301 columns',
      `id;name;url;${Array.from({ length: 298 }, (_, i) => `c${i}`).join(';')}\n`,
      /301 columns; 300 are allowed/,
    ],
    [
      'a record over 64 KiB',
      `id;name;url\nV1;${'x'.repeat(70_000)};https://s.example\n`,
      /line 2 is longer than 64 KiB/,
    ],
  ])('%s fails at once and says why', async (name, file, reason) => {
    const run = await catalog.importCsv(`failing ${name}`, file);
    expect(run).toMatchObject({ state: ImportState.IMPORT_STATE_FAILED, read: 0 });
    expect(run.reason).toMatch(reason);
    expectToAddUp(run);
    expect((await catalog.snapshot(`failing ${name}`)).version).toBe(0);
  });

  it('more than 200,000 rows fail the run', async () => {
    const run = await catalog.importCsv('rows', nativeCsv(200_001));
    expect(run).toMatchObject({
      state: ImportState.IMPORT_STATE_FAILED,
      reason: expect.stringMatching(/more than 200,000 rows/),
    });
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

describe('what an import changes', () => {
  it('importing the same file again changes nothing and does not raise the version', async () => {
    await catalog.importCsv('same', nativeCsv(50));
    const published = catalog.published.length;
    expect(await catalog.importCsv('same', nativeCsv(50))).toMatchObject({ unchanged: 50, created: 0, updated: 0 });
    expect((await catalog.snapshot('same')).version).toBe(1);
    expect(catalog.published).toHaveLength(published);
  });

  it('counts what changed; missing variants become unavailable and are kept, and may come back', async () => {
    await catalog.importCsv('changing', nativeCsv(50));
    const changed = `${nativeCsv(45).replace('V3;Foundation', 'V3;Make-up')}N1;New;https://s.example;;;;\n`;
    const run = await catalog.importCsv('changing', changed);
    expectToAddUp(run);
    expect(run).toMatchObject({ created: 1, updated: 1, unchanged: 44, removed: 5 });
    const snapshot = await catalog.snapshot('changing');
    expect(snapshot.version).toBe(2);
    expect(snapshot.variants.map(({ id }) => id)).toEqual([...Array.from({ length: 45 }, (_, i) => `V${i}`), 'N1']);
    const products = await catalog.products('changing');
    expect(products.at(-1)).toMatchObject({ shopSystemId: 'P9' });
    expect(products.at(-1)?.variants.map(({ available }) => available)).toEqual([false, false, false, false, false]);
    expect(await catalog.importCsv('changing', nativeCsv(50))).toMatchObject({ created: 5, updated: 1, removed: 1 });
    expect((await catalog.snapshot('changing')).variants.every(({ available }) => available)).toBe(true);
  });

  it('another order of the rows is another catalogue, although no variant was updated', async () => {
    const [header, ...rows] = nativeCsv(20).trimEnd().split('\n');
    await catalog.importCsv('order', nativeCsv(20));
    const run = await catalog.importCsv('order', [header, ...rows.reverse()].join('\n'));
    expect(run).toMatchObject({ updated: 0, unchanged: 20 });
    const { version, variants, products } = await catalog.snapshot('order');
    expect(version).toBe(2);
    expect(variants[0]).toMatchObject({ id: 'V19', product: 0 });
    expect(products.map(({ id }) => id)).toEqual(['P3', 'P2', 'P1', 'P0']);
  });

  it('a dry run gives the same report and changes nothing (catalogue.md, 6)', async () => {
    const dry = await catalog.importCsv('dry', nativeCsv(30), { dryRun: true, currency: 'EUR' });
    expect(dry).toMatchObject({ state: ImportState.IMPORT_STATE_SUCCEEDED, created: 30, dryRun: true });
    expect(await catalog.snapshot('dry')).toEqual({ version: 0, products: [], variants: [] });
    expect(await catalog.exported('dry')).toEqual({ feed: null });
    const { id: _, createTime: __, finishTime: ___, dryRun: ____, ...report } = dry;
    expect(await catalog.importCsv('dry', nativeCsv(30))).toMatchObject(report);
  });

  it("one company's import never touches another company's products of the same ids", async () => {
    await catalog.importCsv('tenant-a', nativeCsv(30));
    await catalog.importCsv('tenant-b', nativeCsv(25).replaceAll('19.90', '5'));
    const a = await catalog.products('tenant-a');
    expect(a.flatMap(({ variants }) => variants.map(({ price }) => price))).toEqual(Array(30).fill('19.90'));
    expect((await catalog.snapshot('tenant-b')).variants).toHaveLength(25);
    const { runs } = await catalog.admin.listImports({ companyId: 'tenant-a', limit: 0, cursor: '' });
    expect(runs).toHaveLength(1);
    const foreign = catalog.admin.getImport({ companyId: 'tenant-b', importId: runs[0]!.id });
    await expect(foreign).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the guard (catalogue.md, 3; R5.2)', () => {
  it('21 of 100 variants that vanish hold the run; 20 of 100 do not; the comparison is with the catalogue in force', async () => {
    await catalog.importCsv('guard', nativeCsv(100));
    const held = await catalog.importCsv('guard', nativeCsv(79));
    expect(held).toMatchObject({ state: ImportState.IMPORT_STATE_HELD, removed: 21, unchanged: 79 });
    expect(held.reason).toMatch(/21 of the 100 variants/);
    expect((await catalog.snapshot('guard')).variants.filter(({ available }) => available)).toHaveLength(100);
    expect(await catalog.importCsv('guard', nativeCsv(80))).toMatchObject({
      state: ImportState.IMPORT_STATE_SUCCEEDED,
      removed: 20,
    });
    expect(await catalog.importCsv('guard', nativeCsv(59))).toMatchObject({
      state: ImportState.IMPORT_STATE_HELD,
      removed: 21,
    });
  });

  it('a small catalogue may lose up to 20 variants, whatever their share', async () => {
    await catalog.importCsv('small', nativeCsv(21));
    expect(await catalog.importCsv('small', nativeCsv(1))).toMatchObject({
      state: ImportState.IMPORT_STATE_SUCCEEDED,
      removed: 20,
    });
  });

  it('a file with a header only is held and the old catalogue keeps serving', async () => {
    await catalog.importCsv('bare', nativeCsv(10));
    expect(await catalog.importCsv('bare', 'id;name;url\n')).toMatchObject({
      state: ImportState.IMPORT_STATE_HELD,
      removed: 10,
      read: 0,
    });
    expect((await catalog.snapshot('bare')).variants).toHaveLength(10);
  });
});

describe('runs', () => {
  it('without wait the answer comes when the file is staged, and the run ends in the background', async () => {
    const { run } = await catalog.admin.importCsv(upload('background', nativeCsv(500), { wait: false }));
    await expect
      .poll(async () => (await catalog.admin.getImport({ companyId: 'background', importId: run!.id })).run?.state)
      .toBe(ImportState.IMPORT_STATE_SUCCEEDED);
    await expect.poll(() => catalog.published).toContain('background');
  });

  it('a second import of the company is refused with CONFLICT while the first goes on', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    async function* slow() {
      const parts = upload('busy', nativeCsv(10));
      yield (await parts.next()).value!;
      await gate;
      yield* parts;
    }
    const first = catalog.admin.importCsv(slow());
    await expect
      .poll(async () => (await catalog.admin.listImports({ companyId: 'busy', limit: 1, cursor: '' })).runs.length)
      .toBe(1);
    await expect(catalog.importCsv('busy', nativeCsv(10))).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(catalog.importCsv('not-busy', nativeCsv(10))).resolves.toMatchObject({ created: 10 });
    release();
    expect((await first).run).toMatchObject({ state: ImportState.IMPORT_STATE_SUCCEEDED, created: 10 });
  });

  it.each([1, 2, 3, 4, 5])(
    'an upload that breaks off fails its run and never imports half a file (round %d)',
    async (round) => {
      const company = `broken ${round}`;
      const controller = new AbortController();
      async function* broken() {
        const parts = upload(company, nativeCsv(5_000));
        yield (await parts.next()).value!;
        yield (await parts.next()).value!;
        await new Promise((resolve) => setTimeout(resolve, 50));
        controller.abort();
        await new Promise(() => {});
      }
      await expect(catalog.admin.importCsv(broken(), { signal: controller.signal })).rejects.toThrow();
      await expect
        .poll(
          async () => (await catalog.admin.listImports({ companyId: company, limit: 1, cursor: '' })).runs[0]?.state,
        )
        .toBe(ImportState.IMPORT_STATE_FAILED);
      expect((await catalog.snapshot(company)).version).toBe(0);
      await expect(catalog.importCsv(company, nativeCsv(10))).resolves.toMatchObject({ created: 10 });
    },
  );

  it('a run whose process was killed is FAILED once its lease has ended, and the next import may begin', async () => {
    await catalog.database.knex.raw(
      `insert into import_runs (id, company_id, state, dry_run, lease_until, created_at)
       values ('killed', 'killed', 'RUNNING', false, now() - interval '1 second', now() - interval '1 minute')`,
    );
    const { run } = await catalog.admin.getImport({ companyId: 'killed', importId: 'killed' });
    expect(run).toMatchObject({
      state: ImportState.IMPORT_STATE_FAILED,
      reason: expect.stringMatching(/Upload the file again/),
    });
    expect(await catalog.importCsv('killed', nativeCsv(10))).toMatchObject({ created: 10 });
  });

  it('runs are listed newest first, page by page', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.unshift((await catalog.importCsv('listed', nativeCsv(index + 1))).id);
    const seen: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page = await catalog.admin.listImports({ companyId: 'listed', limit: 2, cursor });
      seen.push(...page.runs.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(ids);
  });

  it('a message other than start at the beginning is INVALID_REQUEST', async () => {
    async function* wrong() {
      yield { part: { $case: 'chunk' as const, value: Buffer.from('id') } };
    }
    await expect(catalog.admin.importCsv(wrong())).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});
