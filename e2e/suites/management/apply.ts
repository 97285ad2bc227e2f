import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { send } from '../../support/http.js';
import { buildCatalog, createQuiz, question, type System } from '../../support/quiz.js';
import { admin } from '../../support/services.js';

const glow = readFileSync(new URL('../../fixtures/glow.yaml', import.meta.url), 'utf8');

/** docs/management.md "Applying": forms of the file, the answer, idempotency, keys that are left out or cleared. */
export function apply(system: () => System): void {
  let management: ReturnType<typeof admin>;
  const put = (handle: string, body: unknown, type?: string) =>
    management.call('PUT', `/companies/${handle}/blueprint`, body, type);
  const exported = async (handle: string) => (await management.call('GET', `/companies/${handle}/blueprint`)).body;
  beforeAll(() => {
    management = admin(system().origin, system().platformToken);
  });

  describe('apply', () => {
    it("takes the page's own example, answers in the shape of the page, and a second time changes nothing", async () => {
      const first = await put('glow', glow, 'application/yaml');
      expect(first.status, first.text).toBe(200);
      expect(first.body).toEqual({
        company: { handle: 'glow', companyKey: expect.stringMatching(/^[A-Za-z0-9]{25}$/) },
        funnels: {
          beauty: {
            id: expect.any(String),
            published: { id: expect.any(String), number: 1 },
            draft: { id: expect.any(String), number: 2 },
          },
        },
        changed: expect.arrayContaining([
          'name',
          'domains',
          'settings',
          'webhook',
          'tagging',
          'sets',
          'catalog',
          'feed',
        ]),
        // The page's catalog holds one product of the set-up that it shows, and its chat has no privacy notice.
        warnings: [
          ['/settings/privacyUrl', 'privacyUrl'],
          ['/sets/0/variantId', 'variant'],
          ['/sets/0/variants/1/id', 'variant'],
          ['/sets/1/variantId', 'variant'],
          ['/sets/1/products/1/id', 'product'],
          ['/funnels/0/published/steps/0/selections/0/tags/prefer/0', 'carries "concern:dryness"'],
          ['/funnels/0/draft/steps/0/selections/0/tags/prefer/0', 'carries "concern:dryness"'],
        ].map(([path, word]) => ({ path, message: expect.stringContaining(word as string) })),
      });
      const second = await put('glow', glow, 'application/yaml');
      expect(second.body).toEqual({ ...first.body, changed: [] });
    });

    it('refuses a domain that is a public suffix, and names what to change', async () => {
      const quiz = await createQuiz(system(), 'suffix', {});
      const refused = await quiz.apply({ domains: ['shop.glow.example', 'github.io'] });
      expect([refused.status, refused.body.error]).toEqual([400, 'INVALID_BLUEPRINT']);
      expect(refused.body.details).toEqual([{ path: '/domains/1', message: expect.stringContaining('public suffix') }]);
      expect((await quiz.apply({ domains: ['glow.github.io', 'localhost', '127.0.0.1'] })).status).toBe(200);
    });

    it('takes the same company as JSON: nothing changes', async () => {
      const answer = await put('glow', parse(glow));
      expect([answer.status, answer.body.changed]).toEqual([200, []]);
    });

    it.each(['application/yaml; charset=utf-8', 'application/x-yaml', 'text/yaml'])(
      'takes YAML as %s',
      async (type) => {
        const answer = await put('yaml', 'name: Yaml\n', type);
        expect(answer.status, answer.text).toBe(200);
      },
    );

    it.each([undefined, 'text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'])(
      'answers 415 for %s',
      async (type) => {
        const answer = await put('typed', 'name: Typed', type ?? '');
        expect([answer.status, answer.body.error]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      },
    );

    it('names what changed, in the order of the file, and only that', async () => {
      const company = parse(glow);
      company.name = 'Glow';
      company.funnels[0].published = { steps: [question(1, { a: {} })] };
      company.funnels[0].paused = true;
      const answer = await put('glow', company);
      expect(answer.body.changed).toEqual(['name', 'funnels/beauty/paused', 'funnels/beauty/published']);
      expect(answer.body.funnels.beauty.published.number).toBe(3);
    });

    it('creates a company from as little as {}, with a key of its own', async () => {
      const answers = [await put('tiny', {}), await put('tiny-two', '{}', 'application/yaml')];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(new Set(answers.map(({ body }) => body.company.companyKey)).size).toBe(2);
      expect((await put('tiny', {})).body.changed).toEqual([]);
    });

    it('keeps the company key over null and takes one of 25 characters', async () => {
      const { companyKey } = (await put('keyed', {})).body.company;
      expect((await put('keyed', { companyKey: null })).body).toMatchObject({ company: { companyKey }, changed: [] });
      const chosen = `${'A1'.repeat(12)}z`;
      expect((await put('keyed', { companyKey: chosen })).body).toMatchObject({
        company: { companyKey: chosen },
        changed: ['companyKey'],
      });
    });

    it('leaves alone what is left out, for the company and for a funnel', async () => {
      const before = await exported('glow');
      const answer = await put('glow', { language: 'de', funnels: [{ subdomain: 'beauty', value: 'other' }] });
      expect(answer.body.changed).toEqual(['language', 'funnels/beauty/value']);
      const { draft, published, ...funnel } = before.funnels[0];
      expect(await exported('glow')).toEqual({
        ...before,
        language: 'de',
        funnels: [{ ...funnel, draft, published, value: 'other' }],
      });
    });

    it('clears keys given as null or []', async () => {
      const company = {
        domains: null,
        settings: null,
        webhook: null,
        tagging: null,
        catalog: null,
        feed: null,
        language: null,
        funnels: [{ subdomain: 'beauty', value: null, resultPage: null, draft: null }],
      };
      const answer = await put('glow', company);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body.funnels.beauty.draft).toBeUndefined();
      await put('glow', { sets: [] });
      const after = await exported('glow');
      expect(after).toMatchObject({
        domains: [],
        settings: { defaultFunnel: null },
        webhook: null,
        tagging: { products: {}, variants: {} },
        sets: [],
        catalog: { products: [] },
        feed: null,
        language: 'en',
        funnels: [{ value: null, resultPage: { enabled: false, tabs: [] }, draft: null }],
      });
    });

    it('replaces what is given below a key, defaults filled in', async () => {
      const tabs = [
        { key: 'A', name: 'A', select: { tags: ['a:b'] } },
        { key: 'B', name: 'B' },
      ];
      await put('below', {
        settings: { zIndex: { popup: 7 }, components: { chat: false } },
        tagging: { products: { P1: ['a:b'] }, variants: { V1: ['a:c'] } },
        funnels: [{ subdomain: 'below', resultPage: { tabs }, matching: { complexion: { depthTolerance: 2 } } }],
      });
      await put('below', {
        settings: { components: { popup: false } },
        tagging: { products: { P2: ['a:b'] } },
        funnels: [{ subdomain: 'below', resultPage: { tabs: [tabs[1]] }, matching: { colorType: { mode: 'prefer' } } }],
      });
      expect(await exported('below')).toMatchObject({
        settings: {
          zIndex: {},
          components: { popup: false, widget: true, floatingActionButton: true, chat: true },
          colorTaxonomy: 'SEASONS_12',
          selfie: { requireConsent: false, undertone: false },
        },
        tagging: { products: { P2: ['a:b'] }, variants: {} },
        funnels: [
          {
            resultPage: { enabled: true, tabs: [{ key: 'B', enabled: true, maxItemsToShow: null }] },
            matching: {
              colorType: { mode: 'prefer', minScore: 0.2 },
              complexion: { mode: 'require', depthTolerance: 0 },
            },
          },
        ],
      });
    });

    it('keeps funnels that are not named, and makes variants that are not named unavailable', async () => {
      await put('lists', {
        catalog: buildCatalog({ A: [], B: [] }),
        funnels: [{ subdomain: 'lists-a' }, { subdomain: 'lists-b' }],
      });
      const answer = await put('lists', {
        catalog: buildCatalog({ B: [], C: [] }),
        funnels: [{ subdomain: 'lists-a' }],
      });
      expect(answer.body.changed).toEqual(['catalog']);
      const { catalog, funnels } = await exported('lists');
      expect(funnels.map(({ subdomain }: { subdomain: string }) => subdomain)).toEqual(['lists-a', 'lists-b']);
      const ids = catalog.products.flatMap(({ variants }: { variants: { shopSystemId: string }[] }) =>
        variants.map(({ shopSystemId }) => shopSystemId),
      );
      expect(ids).toEqual(['B', 'C']);
    });

    it('serializes applies of one company: one of many equal ones makes the change', async () => {
      await put('race', {});
      const answers = await Promise.all(Array.from({ length: 8 }, () => put('race', { name: 'Raced' })));
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
      expect(answers.filter(({ body }) => body.changed.length > 0)).toHaveLength(1);
    });

    it('does not leave the platform token or the secret of the webhook in an error', async () => {
      const answer = await put('secret', { webhook: { url: 'https://a.example', secret: 'not-a-secret-marker' } });
      expect(answer.status).toBe(400);
      expect(answer.text).not.toContain('not-a-secret-marker');
      expect(answer.text).not.toContain(system().platformToken);
    });

    it('answers 404 for what is not a handle', async () => {
      for (const handle of ['A', 'x', 'Grün', 'a'.repeat(41), 'a_b']) {
        const answer = await send(system().origin, `/api/admin/v1/companies/${encodeURIComponent(handle)}/blueprint`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${system().platformToken}` },
          body: {},
        });
        expect(answer.status, handle).toBe(404);
      }
    });
  });
}
