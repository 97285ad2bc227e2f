import { scaleTimeout } from '@svc/kit/testing';
import { describe, expect, it } from 'vitest';
import { until } from '../../support/http.js';
import { buildCatalog, createQuiz, type Quiz, type System } from '../../support/quiz.js';

const HEADER = 'id;parentId;name;url;price;currency;availability;color;tags';
const row = (
  id: string,
  more: Partial<Record<'parentId' | 'name' | 'price' | 'availability' | 'color' | 'tags', string>> = {},
) =>
  [
    id,
    more.parentId ?? '',
    more.name ?? `Name ${id}`,
    `https://shop.example/${encodeURIComponent(id)}`,
    more.price ?? '9.90',
    'EUR',
    more.availability ?? 'true',
    more.color ?? '#aabbcc',
    more.tags ?? '',
  ].join(';');
const file = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`;
const buildRows = (count: number, from = 0) => Array.from({ length: count }, (_, i) => row(`V${from + i}`));

/**
 * docs/management.md "Keys, versions, imports, erasure";
 * docs/catalog.md "The native CSV file", "What every import does".
 */
export function imports(system: () => System): void {
  const upload = (quiz: Quiz, text: string | Uint8Array, query = '?wait=true', type = 'text/csv') =>
    quiz.call('POST', `/catalog/imports${query}`, text, type);
  const fetchProducts = async (quiz: Quiz) => (await quiz.call('GET', '/catalog/products?limit=100')).body.data;

  describe('a CSV upload', () => {
    it('is answered 202 with an id; the run can be read until it is finished', async () => {
      const quiz = await createQuiz(system(), 'csv-202', {});
      const answer = await upload(quiz, file(row('V1')), '');
      expect(answer.status).toBe(202);
      expect(answer.body).toEqual({ id: expect.any(String) });
      const run = async () => (await quiz.call('GET', `/catalog/imports/${answer.body.id}`)).body;
      await until('the run is finished', async () => (await run()).state !== 'RUNNING');
      expect(await run()).toMatchObject({ id: answer.body.id, state: 'SUCCEEDED', read: 1, created: 1 });
      expect((await quiz.call('GET', '/catalog/imports')).body.data).toEqual([await run()]);
      expect((await quiz.call('GET', `/catalog/imports/${'x'.repeat(22)}`)).status).toBe(404);
      const other = await createQuiz(system(), 'csv-foreign', {});
      expect((await other.call('GET', `/catalog/imports/${answer.body.id}`)).status).toBe(404);
    });

    it('with wait=true is answered 200 with the report: created, updated, unchanged, removed', async () => {
      const quiz = await createQuiz(system(), 'csv-200', {});
      const first = await upload(quiz, file(row('V1'), row('V2'), row('V3')));
      expect(first.status).toBe(200);
      expect(first.body).toMatchObject({
        state: 'SUCCEEDED',
        read: 3,
        created: 3,
        updated: 0,
        unchanged: 0,
        removed: 0,
        rejected: [],
      });
      const second = await upload(quiz, file(row('V1'), row('V2', { price: '8' }), row('V4')));
      expect(second.body).toMatchObject({ read: 3, created: 1, updated: 1, unchanged: 1, removed: 1, rejected: [] });
      await until('the import shows', async () => (await quiz.match()).join() === 'V1,V2,V4', scaleTimeout(2_000));
      const again = await upload(quiz, file(row('V1'), row('V2', { price: '8' }), row('V4')));
      expect(again.body).toMatchObject({ read: 3, created: 0, updated: 0, unchanged: 3, removed: 0 });
    });

    it('groups rows by parentId, names the product by their common prefix, and keeps ids exactly', async () => {
      const quiz = await createQuiz(system(), 'csv-groups', {});
      const rows = [
        row('a b', { parentId: 'P 1', name: 'Velvet – Ivory', tags: 'skin:dry|finish:matte' }),
        row('A B', { parentId: 'P 1', name: 'Velvet – Sand', availability: 'out_of_stock', price: '' }),
        row('Single', { availability: '' }),
      ];
      expect((await upload(quiz, file(...rows))).body.state).toBe('SUCCEEDED');
      expect(await fetchProducts(quiz)).toMatchObject([
        {
          shopSystemId: 'P 1',
          name: 'Velvet',
          url: 'https://shop.example/a%20b',
          variants: [
            {
              shopSystemId: 'a b',
              available: true,
              price: '9.90',
              currency: 'EUR',
              color: '#aabbcc',
              tags: ['skin:dry', 'finish:matte'],
            },
            { shopSystemId: 'A B', available: false },
          ],
        },
        { shopSystemId: 'Single', variants: [{ shopSystemId: 'Single', available: true }] },
      ]);
    });

    it.each([',', '\t', '|'])(
      'finds the delimiter %j from the header; header names match in any letter case',
      async (delimiter) => {
        const handle = `csv-${delimiter.charCodeAt(0)}`;
        const quiz = await createQuiz(system(), handle, {});
        const text = [
          ['ID', 'Name', 'URL', 'ignored'],
          ['V1', '"Quoted ""name"""', 'https://shop.example/1', '"a\nb"'],
        ]
          .map((cells) => cells.join(delimiter))
          .join('\r\n');
        const { body } = await upload(quiz, text);
        expect(body).toMatchObject({ state: 'SUCCEEDED', read: 1, created: 1 });
        expect((await fetchProducts(quiz))[0].variants[0].name).toBe('Quoted "name"');
      },
    );

    it('keeps a variant whose text is too long: the text is cut, and the report says where', async () => {
      const quiz = await createQuiz(system(), 'csv-long', {});
      const long = 'soft velvet '.repeat(400).trim();
      const text = `id;name;url;shortDescription\nV1;Lipstick;https://a.example/1;${long}\n`;
      const { body } = await upload(quiz, text);
      expect(body).toMatchObject({ state: 'SUCCEEDED', created: 1, rejected: [] });
      expect(body.notes).toEqual([
        '1 text of the column shortDescription was longer than 2,000 characters and was cut: line 2.',
      ]);
      expect((await fetchProducts(quiz))[0].variants[0].shortDescription).toMatch(/^(soft velvet )+soft(?: velvet)?…$/);
    });

    it('rejects rows with line, column and reason, the header being line 1, and takes the others', async () => {
      const quiz = await createQuiz(system(), 'csv-rejected', {});
      const rows = buildRows(97);
      rows[3] = row('BAD1', { price: '12,90' });
      rows[10] = row('BAD2', { color: 'reddish' });
      rows[20] = row('V0');
      const { body } = await upload(quiz, file(...rows));
      expect(body).toMatchObject({ state: 'SUCCEEDED', read: 97, created: 94, rejectedCount: 3 });
      expect(body.rejected).toEqual([
        { line: 5, column: 'price', reason: expect.stringContaining('12,90') },
        { line: 12, column: 'color', reason: expect.stringContaining('reddish') },
        { line: 22, column: 'id', reason: expect.any(String) },
      ]);
      expect(body.read).toBe(body.created + body.updated + body.unchanged + body.rejected.length);
    });

    it.each<[string, string, RegExp]>([
      ['without a required column', 'id;name\nV1;A\n', /url/],
      ['with a header twice', 'id;name;url;NAME\nV1;A;https://a.example;B\n', /twice/],
      ['with more than 5 % bad rows', file(...buildRows(18), row('X', { price: 'x' })), /5 %/],
      ['that is empty', '', /./],
    ])('%s is a run that FAILED, answered 200, and leaves the catalog', async (what, text, reason) => {
      const quiz = await createQuiz(system(), `csv-${what.replaceAll(/[^a-z]+/g, '-').slice(0, 20)}x`, {
        catalog: buildCatalog({ KEPT: [] }),
      });
      const answer = await upload(quiz, text);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ state: 'FAILED', reason: expect.stringMatching(reason) });
      expect(await quiz.match()).toEqual(['KEPT']);
    });

    it('that would empty the catalog, or remove more than 20 % and more than 20 variants, is HELD', async () => {
      const quiz = await createQuiz(system(), 'csv-held', {});
      await upload(quiz, file(...buildRows(105)));
      const half = await upload(quiz, file(...buildRows(83)));
      expect(half.body).toMatchObject({ state: 'HELD', removed: 22, reason: expect.any(String) });
      const none = await upload(quiz, file());
      expect(none.body).toMatchObject({ state: 'HELD', read: 0 });
      await until('the first import shows', async () => (await quiz.match()).length === 105, scaleTimeout(2_000));
      const some = await upload(quiz, file(...buildRows(84)));
      expect(some.body, '21 of 105 are 20 %, not more').toMatchObject({ state: 'SUCCEEDED', removed: 21 });
    });

    it('with dryRun=true gives the same report and changes nothing', async () => {
      const quiz = await createQuiz(system(), 'csv-dry', { catalog: buildCatalog({ V1: [] }) });
      const { body } = await upload(quiz, file(row('V2')), '?wait=true&dryRun=true');
      expect(body).toMatchObject({ state: 'SUCCEEDED', dryRun: true, created: 1, removed: 1 });
      expect(await quiz.match()).toEqual(['V1']);
    });

    it('is read as UTF-8 with or without BOM, UTF-16 by its BOM, and else Windows-1252 with a note, whatever the charset says', async () => {
      const text = file(row('V1', { name: 'Fülle' }));
      const forms: Record<string, [Uint8Array, number]> = {
        'csv-bom': [Buffer.from(`\ufeff${text}`), 0],
        'csv-utf16': [Buffer.from(`\ufeff${text}`, 'utf16le'), -1],
        'csv-1252': [Buffer.from(text, 'latin1'), 1],
      };
      for (const [handle, [bytes, notes]] of Object.entries(forms)) {
        const quiz = await createQuiz(system(), handle, {});
        const { body } = await upload(quiz, bytes, '?wait=true', 'text/csv; charset=us-ascii');
        expect(body, handle).toMatchObject({ state: 'SUCCEEDED', created: 1 });
        if (notes === 1) expect(body.notes.join()).toMatch(/1252/);
        else if (notes === 0) expect(body.notes).toEqual([]);
        expect((await fetchProducts(quiz))[0].name).toBe('Fülle');
      }
    });

    it('needs text/csv, and switches that are true or false', async () => {
      const quiz = await createQuiz(system(), 'csv-type', {});
      expect((await upload(quiz, file(), '', 'application/json')).status).toBe(415);
      for (const query of ['?wait=yes', '?dryRun=1']) {
        const answer = await upload(quiz, file(row('V')), query);
        expect([answer.status, answer.body.error]).toEqual([400, 'INVALID_QUERY']);
      }
    });
  });

  describe('the catalog in force', () => {
    it('is the newest successful import or apply; the catalog applied last changes nothing, also after an import', async () => {
      const applied = { catalog: buildCatalog({ A: [] }) };
      const quiz = await createQuiz(system(), 'newest', applied);
      await upload(quiz, file(row('B')));
      expect((await quiz.apply(applied)).body.changed).toEqual([]);
      await until('the import stays', async () => (await quiz.match()).join() === 'B', scaleTimeout(2_000));
      expect((await quiz.apply({ catalog: buildCatalog({ C: [] }) })).body.changed).toEqual(['catalog']);
      await until('the apply shows', async () => (await quiz.match()).join() === 'C', scaleTimeout(2_000));
      expect((await quiz.apply(applied)).body.changed).toEqual(['catalog']);
    });

    it('is searched by name, product id and variant id, in any letter case', async () => {
      const quiz = await createQuiz(system(), 'search', {
        catalog: {
          products: [
            { shopSystemId: 'P-1', name: 'Velvet', variants: [{ shopSystemId: 'V-9', name: 'Ivory' }] },
            { shopSystemId: 'P-2', name: '100 % Silk_', variants: [{ shopSystemId: 'V-8', name: 'Sand' }] },
          ],
        },
      });
      const found = async (query: string) =>
        (await quiz.call('GET', `/catalog/products?query=${encodeURIComponent(query)}`)).body.data.map(
          (product: { shopSystemId: string }) => product.shopSystemId,
        );
      expect(await found('velVET')).toEqual(['P-1']);
      expect(await found('P-2')).toEqual(['P-2']);
      expect(await found('v-9')).toEqual(['P-1']);
      expect(await found('%')).toEqual(['P-2']);
      expect(await found('k_')).toEqual(['P-2']);
      expect(await found('nothing')).toEqual([]);
      expect(await found('')).toEqual(['P-1', 'P-2']);
    });
  });
}
