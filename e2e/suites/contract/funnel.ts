import { beforeAll, describe, expect, it } from 'vitest';
import { type ContractApi, refusal } from '../../support/contract-api.js';
import { ALL_STEPS, contractCompany, options, products, question } from '../../support/contract-company.js';

/** docs/contract.md C7, C6.6. */
export function funnel(contract: () => ContractApi): void {
  describe('GET /api/v1/funnels/{funnelId}', () => {
    let api: ContractApi;
    let key: string;
    let funnels: Record<string, { id: string; published?: { id: string }; draft?: { id: string } }>;

    const getFunnelId = (subdomain: string) => funnels[subdomain]?.id as string;
    const read = (subdomain: string, query = '') => api.funnel(key, getFunnelId(subdomain), query);

    beforeAll(async () => {
      api = contract();
      const text = { default: 'standard', fr: 'français', de: 'deutsch', 'de-AT': 'österreichisch' };
      const copy = [
        {
          ...question(1, [
            { key: 'b', orderNumber: 7 },
            { key: 'A', orderNumber: 3, caption: text, imageUrl: 'https://cdn.example/a.png' },
          ]),
          title: text,
        },
        { id: 2, type: 'EYE_COLOR', title: { default: 'standard', de: 'deutsch' } },
      ];
      const applied = await api.apply(
        'funnel',
        contractCompany({
          funnels: [
            { subdomain: 'every', name: 'All', published: { steps: ALL_STEPS } },
            { subdomain: 'copy', name: 'Copy', published: { steps: copy } },
            {
              subdomain: 'both',
              name: 'Both',
              published: { steps: [question(1, options('dry'))] },
              draft: { steps: [question(1, options('dry', 'new'))] },
            },
            { subdomain: 'drafted', name: 'Draft only', draft: { steps: [question(1, options('dry'))] } },
            { subdomain: 'nothing', name: 'No version' },
            { subdomain: 'waiting', name: 'Paused', paused: true, published: { steps: [question(1, options('dry'))] } },
            {
              subdomain: 'inner',
              name: 'Internal fields',
              published: {
                steps: [
                  question(
                    1,
                    [{ key: 'dry', formerKeys: ['arid'], tags: { require: ['skin:dry'], prefer: [], avoid: [] } }],
                    {
                      formerIds: [9],
                      required: false,
                      strict: true,
                      showWhen: { all: [] },
                      settings: { includeInGenericAnalysis: true, genericAnalysis: {}, crmId: 'crm-secret' },
                    },
                  ),
                ],
              },
            },
          ],
          webhook: { url: 'https://merchant.example/hook', secret: `whsec_${Buffer.alloc(24, 7).toString('base64')}` },
        }),
      );
      funnels = applied.funnels;
      key = await api.management.createKey('funnel');
    });

    it('answers id, version and steps, each with its fields and no others (C6.1, C6.2)', async () => {
      const { status, body, headers } = await read('every');
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['cache-control']).toBe('no-store');
      expect(Object.keys(body)).toEqual(['id', 'version', 'steps']);
      expect(body.id).toBe(getFunnelId('every'));
      expect(body.version).toEqual({ id: funnels.every?.published?.id, number: 1 });
      for (const step of body.steps) {
        expect(Object.keys(step)).toEqual(['id', 'type', 'orderNumber', 'title', 'selections']);
        expect(Number.isInteger(step.id) && Number.isInteger(step.orderNumber)).toBe(true);
        for (const { imageUrl: _, ...selection } of step.selections) {
          expect(Object.keys(selection)).toEqual(['key', 'caption', 'orderNumber']);
        }
      }
    });

    it('never gives what is internal: settings, tags, conditions, former keys, credentials (C6.4)', async () => {
      const { text, body } = await read('inner');
      expect(body.steps).toEqual([
        {
          id: 1,
          type: 'SINGLE_SELECTION',
          orderNumber: 0,
          title: 'Your skin',
          selections: [{ key: 'dry', caption: 'dry', orderNumber: 0 }],
        },
      ]);
      expect(text).not.toMatch(
        /includeInGeneric|genericAnalysis|stepSettings|deleted|funnelId|crm|whsec|formerKeys|arid/,
      );
    });

    it('sorts steps by orderNumber, from 0, and gives [] where a step has no options (C6.2, C7.5)', async () => {
      const { body } = await read('every');
      expect(body.steps.map((step: { orderNumber: number }) => step.orderNumber)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
      const empty = body.steps.filter((step: { selections: [] }) => step.selections.length === 0);
      expect(empty.map((step: { type: string }) => step.type)).toEqual(['SELFIE', 'EMAIL']);
    });

    it('offers the keys of the enums in built-in steps, since keys are submitted and never captions (C6.3)', async () => {
      const { body } = await read('every', '?locale=en');
      const getKeys = (type: string) =>
        body.steps
          .find((step: { type: string }) => step.type === type)
          .selections.map((selection: { key: string }) => selection.key);
      expect(getKeys('HAIR_COLOR')).toEqual([
        'VERY_LIGHT',
        'LIGHT',
        'MEDIUM_BLONDE',
        'RED_BLONDE',
        'RED',
        'MID_BROWN',
        'BROWN',
        'BLACK',
      ]);
      expect(getKeys('EYE_COLOR')).toEqual(['BLUE', 'GREY', 'GREEN', 'GREEN_BROWN', 'AMBER', 'BROWN', 'DARK_BROWN']);
      expect(getKeys('SKIN_COLOR')).toEqual(['FAIR', 'LIGHT', 'MEDIUM', 'MEDIUM_DEEP', 'DEEP']);
      expect(getKeys('SKIN_UNDERTONE').sort()).toEqual(['COOL', 'NEUTRAL', 'WARM']);
      expect(getKeys('AGE')).toHaveLength(8);
    });

    it('gives imageUrl only where there is a picture, and keys in the letter case that the merchant chose', async () => {
      const [step] = (await read('copy')).body.steps;
      expect(step.selections).toEqual([
        { key: 'A', caption: 'français', imageUrl: 'https://cdn.example/a.png', orderNumber: 3 },
        { key: 'b', caption: 'b', orderNumber: 7 },
      ]);
    });

    it.each([
      ['?locale=de-AT', 'österreichisch', 'deutsch', 'the exact tag'],
      ['?locale=DE-at', 'österreichisch', 'deutsch', 'the exact tag in another letter case'],
      ['?locale=de-CH', 'deutsch', 'deutsch', 'the language'],
      ['?locale=de-Latn-CH-1901', 'deutsch', 'deutsch', 'the language of a long tag'],
      ['?locale=es', 'français', 'standard', 'the company language, then the stored default text'],
      ['?locale=en', 'français', 'standard', 'the company language, never English by accident'],
      ['', 'français', 'standard', 'the company language without a locale'],
      ['?locale=default', 'français', 'standard', 'the company language: "default" is no language'],
    ])('locale %s falls back to %s / %s: %s (GET funnel)', async (query, first, second) => {
      const { body } = await read('copy', query);
      expect(body.steps.map((step: { title: string }) => step.title)).toEqual([first, second]);
      expect(body.steps[0].selections[0].caption).toBe(first);
    });

    it.each(['?locale=', '?locale=de_AT', '?locale=x', '?locale=de-', '?locale=%F0%9F%98%80', '?locale=de&locale=fr'])(
      '%s is 400 INVALID_QUERY, since it is no language tag (GET funnel)',
      async (query) => {
        expect(refusal(await read('copy', query))).toEqual([400, 'INVALID_QUERY']);
      },
    );

    it('ignores unknown query keys; only the match route is strict (C7.4)', async () => {
      expect((await read('every', '?foo=bar&key=1&include_webhook_payload=true')).status).toBe(200);
    });

    describe('versionId', () => {
      it('omitted means the current published version, or the current draft if none is published', async () => {
        expect((await read('both')).body.version).toEqual({ id: funnels.both?.published?.id, number: 1 });
        expect((await read('drafted')).body.version.id).toBe(funnels.drafted?.draft?.id);
      });

      it('may be the published id and the current draft id', async () => {
        const published = await read('both', `?versionId=${funnels.both?.published?.id}`);
        const draft = await read('both', `?versionId=${funnels.both?.draft?.id}`);
        expect(published.body.steps[0].selections).toHaveLength(1);
        expect(draft.body.steps[0].selections).toHaveLength(2);
        expect(draft.body.version).toEqual({ id: funnels.both?.draft?.id, number: 2 });
      });

      it('may be nothing else: unknown, malformed, empty, of another funnel: 400 VERSION_NOT_FOUND', async () => {
        for (const id of ['x', 'A'.repeat(22), '', '%00', '..%2f', funnels.every?.published?.id]) {
          expect(refusal(await read('both', `?versionId=${id}`)), String(id)).toEqual([400, 'VERSION_NOT_FOUND']);
        }
      });

      it('superseded and discarded versions are 400 VERSION_NOT_FOUND, and steps keep their ids (C6.5, C7.2)', async () => {
        const before = funnels.both as { id: string; published: { id: string }; draft: { id: string } };
        const published = { steps: [question(1, options('dry', 'later'))] };
        const draft = { steps: [question(1, options('dry', 'latest'))] };
        const both = { subdomain: 'both', name: 'Both', published, draft };
        const applied = await api.apply('funnel', contractCompany({ funnels: [both] }));
        expect(applied.funnels.both.id).toBe(before.id);
        expect(refusal(await read('both', `?versionId=${before.published.id}`))).toEqual([400, 'VERSION_NOT_FOUND']);
        expect(refusal(await read('both', `?versionId=${before.draft.id}`))).toEqual([400, 'VERSION_NOT_FOUND']);
        const current = (await read('both')).body;
        expect([current.version.id, current.steps[0].id]).toEqual([applied.funnels.both.published.id, 1]);
      });
    });

    it('a funnel with neither a published version nor a draft is 409 FUNNEL_NOT_PUBLISHED', async () => {
      expect(refusal(await read('nothing'))).toEqual([409, 'FUNNEL_NOT_PUBLISHED']);
      expect(refusal(await api.create(key, { funnelId: getFunnelId('nothing') }))).toEqual([
        409,
        'FUNNEL_NOT_PUBLISHED',
      ]);
    });

    it('a paused funnel is still readable and accepts submissions over the keyed API (C7.6)', async () => {
      expect((await read('waiting')).status).toBe(200);
      const created = await api.create(key, {
        funnelId: getFunnelId('waiting'),
        selectionValues: [{ stepId: 1, selectedKey: 'dry' }],
      });
      expect(created.status, created.text).toBe(200);
      expect((await api.matches(created.body.id)).status).toBe(200);
    });

    it('unknown, malformed and foreign funnels give the same 404 (C7.1)', async () => {
      const other = await api.apply('other', {
        ...contractCompany({ funnels: [] }),
        catalog: { products: products('dry-1') },
      });
      expect(other.company.handle).toBe('other');
      const foreignKey = await api.management.createKey('other');
      const bodies = new Set<string>();
      for (const [apiKey, id] of [
        [foreignKey, getFunnelId('every')],
        [key, 'A'.repeat(22)],
        [key, '%00'],
        [key, '%zz'],
        [key, 'a'.repeat(500)],
      ] as const) {
        const answer = await api.funnel(apiKey, id);
        expect(refusal(answer)).toEqual([404, 'NOT_FOUND']);
        bodies.add(answer.body.message);
      }
      expect(bodies.size).toBe(1);
    });

    it('HEAD answers like GET without a body', async () => {
      const [get, head] = [await read('every'), await api.funnel(key, getFunnelId('every'), '', { method: 'HEAD' })];
      expect([head.status, head.text]).toEqual([200, '']);
      expect(head.headers['content-length']).toBe(get.headers['content-length']);
      expect(head.headers['cache-control']).toBe('no-store');
    });
  });
}
