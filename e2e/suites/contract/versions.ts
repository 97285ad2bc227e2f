import { scaleTimeout } from '@svc/kit/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ContractApi, refusal } from '../../support/contract-api.js';
import { contractCompany, options, products, question } from '../../support/contract-company.js';
import { until } from '../../support/http.js';

/** docs/contract.md C17, C9.4, C16; docs/management.md "Applying". */
export function versions(contract: () => ContractApi): void {
  describe('versions of a funnel', () => {
    let api: ContractApi;
    let key: string;
    let turn = 0;

    beforeAll(async () => {
      api = contract();
      const catalog = { products: products('dry-1', 'oily-1', 'normal-1') };
      await api.apply('versions', contractCompany({ catalog, funnels: [] }));
      key = await api.management.createKey('versions');
    });

    /** A funnel of its own per test: publishes steps, answers the ids. */
    function newFunnel() {
      const subdomain = `funnel-${++turn}`;
      const apply = async (change: object) => {
        const applied = await api.apply('versions', { funnels: [{ subdomain, name: subdomain, ...change }] });
        return applied.funnels[subdomain] as {
          id: string;
          published: { id: string; number: number };
          draft: { id: string; number: number };
        };
      };
      return {
        apply,
        publish: (...steps: object[]) => apply({ published: { steps } }),
        draft: (...steps: object[]) => apply({ draft: { steps } }),
        publishDraft: async () =>
          (await api.management.call('POST', `/companies/versions/funnels/${subdomain}/publish`)).body as {
            id: string;
            number: number;
          },
      };
    }
    const submit = (funnelId: string, rows: [number, string][], createdWithVersionId?: string) =>
      api.create(key, {
        funnelId,
        selectionValues: rows.map(([stepId, selectedKey]) => ({ stepId, selectedKey })),
        ...(createdWithVersionId === undefined ? {} : { createdWithVersionId }),
      });
    /** Matched variants of the two options that every version here has; `normal-1` is let through where no option names it. */
    const fetchMatched = async (id: string): Promise<string[]> => {
      const answer = await api.matches(id);
      expect(answer.status, answer.text).toBe(200);
      return answer.body.matchedVariants.filter((variant: string) => variant !== 'normal-1');
    };

    /** An apply waits a second at most until the matcher has the new version. docs/contract.md C13.5. */
    const untilMatched = (id: string, expected: string[]) =>
      expect.poll(() => fetchMatched(id), { timeout: scaleTimeout(2_000) }).toEqual(expected);

    it('an omitted createdWithVersionId is the published version, or the draft if none is published (docs/contract.md C17.2)', async () => {
      const funnel = newFunnel();
      const first = await funnel.draft(question(1, options('dry', 'oily')));
      const preview = (await submit(first.id, [[1, 'dry']])).body;
      expect([preview.funnelVersionId, preview.isPreview]).toEqual([first.draft.id, true]);
      const published = await funnel.publishDraft();
      const real = (await submit(first.id, [[1, 'dry']])).body;
      expect([real.funnelVersionId, real.isPreview]).toEqual([published.id, false]);
    });

    it('the current draft id makes a preview analysis, whose matches use the draft and are not stored (docs/contract.md C17.3)', async () => {
      const funnel = newFunnel();
      await funnel.publish(question(1, options('dry', 'oily')));
      const { id, published, draft } = await funnel.draft(question(1, options('dry', 'oily', 'normal')));
      expect(draft.number).toBe(published.number + 1);
      const answer = await submit(id, [[1, 'normal']], draft.id);
      expect(answer.body).toEqual({ id: expect.any(String), funnelVersionId: draft.id, isPreview: true });
      const matches = await api.matches(answer.body.id);
      expect(matches.body.matchedVariants).toEqual(['normal-1']);
      expect(matches.headers['cache-control']).toBe('no-store');
    });

    it('a preview keeps its draft: editing the draft makes a new version id, and publishing it changes nothing', async () => {
      const funnel = newFunnel();
      const first = await funnel.draft(question(1, options('dry', 'oily')));
      const preview = (await submit(first.id, [[1, 'dry']], first.draft.id)).body;
      const second = await funnel.draft(question(1, options('oily', 'normal')));
      expect(second.draft.id).not.toBe(first.draft.id);
      expect(refusal(await submit(first.id, [[1, 'dry']], first.draft.id))).toEqual([400, 'VERSION_NOT_FOUND']);
      await funnel.publishDraft();
      const matches = await api.matches(preview.id);
      expect([matches.status, matches.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(await fetchMatched(preview.id)).toEqual(['dry-1']);
    });

    it('a superseded version is accepted: stored against the published one, with a warning to update the integration (docs/contract.md C17.4)', async () => {
      const funnel = newFunnel();
      const first = await funnel.publish(question(1, options('dry', 'oily')));
      const second = await funnel.publish(question(1, options('dry', 'oily', 'normal')));
      expect(second.published.number).toBe(first.published.number + 1);
      const answer = await submit(first.id, [[1, 'dry']], first.published.id);
      expect([answer.status, answer.body.funnelVersionId, answer.body.isPreview]).toEqual([
        200,
        second.published.id,
        false,
      ]);
      expect(answer.body.payload_warnings).toEqual([expect.stringMatching(/superseded.*update your integration/s)]);
      const current = await submit(first.id, [[1, 'dry']], second.published.id);
      expect(current.body.payload_warnings).toBeUndefined();
    });

    it('a retry with its Idempotency-Key replays over a publish, and over a draft that is gone (Idempotency)', async () => {
      const funnel = newFunnel();
      const { id, published, draft } = await funnel.apply({
        published: { steps: [question(1, options('dry'))] },
        draft: { steps: [question(1, options('dry', 'oily'))] },
      });
      const retry = (order: string, createdWithVersionId: string) =>
        api.create(
          key,
          { funnelId: id, createdWithVersionId },
          { headers: { authorization: `Bearer ${key}`, 'idempotency-key': order } },
        );
      const first = [await retry('over-publish', published.id), await retry('over-draft', draft.id)];
      await funnel.apply({
        published: { steps: [question(2, options('dry'))] },
        draft: { steps: [question(2, options('oily'))] },
      });
      const second = [await retry('over-publish', published.id), await retry('over-draft', draft.id)];
      expect(second.map(({ status }) => status)).toEqual([200, 200]);
      expect(second.map(({ text }) => text)).toEqual(first.map(({ text }) => text));
      expect(refusal(await retry('never used', draft.id))).toEqual([400, 'VERSION_NOT_FOUND']);
    });

    it('an archived funnel is gone for every route, and HEAD says what GET says', async () => {
      const funnel = newFunnel();
      const { id } = await funnel.publish(question(1, options('dry')));
      const analysis = (await submit(id, [[1, 'dry']])).body.id;
      await funnel.apply({ archived: true });
      expect(refusal(await api.funnel(key, id))).toEqual([404, 'NOT_FOUND']);
      expect(refusal(await submit(id, [[1, 'dry']]))).toEqual([404, 'NOT_FOUND']);
      await until('GET is 404', async () => (await api.matches(analysis)).status === 404, scaleTimeout(2_000));
      expect((await api.matches(analysis, '', { method: 'HEAD' })).status).toBe(404);
    });

    describe('answer migration', () => {
      /** dry → arid → parched over two publishes; each names only its direct predecessor. */
      async function renamedTwice() {
        const funnel = newFunnel();
        const renamed = (now: string, formerKeys: string[]) => [
          { ...options('dry')[0], key: now, formerKeys },
          ...options('oily'),
        ];
        const first = await funnel.publish(question(1, options('dry', 'oily')));
        const early = (await submit(first.id, [[1, 'DRY']])).body;
        const second = await funnel.publish(question(1, renamed('arid', ['dry'])));
        const middle = (await submit(first.id, [[1, 'arid']])).body;
        const third = await funnel.publish(question(1, renamed('Parched', ['arid'])));
        return { id: first.id, first, second, third, early, middle };
      }

      it('renames over two publishes: formerKeys are carried forward', async () => {
        const { id, first, second, third } = await renamedTwice();
        for (const [version, submitted] of [
          [first, 'dry'],
          [first, 'DrY'],
          [second, 'arid'],
          [second, 'dry'],
        ] as const) {
          const { body } = await submit(id, [[1, submitted]], version.published.id);
          expect(body.funnelVersionId).toBe(third.published.id);
          expect(body.payload_warnings).toEqual([
            expect.stringMatching(/superseded/),
            expect.stringMatching(/step 1 .*"parched".*renamed/),
          ]);
          await untilMatched(body.id, ['dry-1']);
        }
      });

      it('a former key is renamed with a warning also without createdWithVersionId (C9.8)', async () => {
        const { id } = await renamedTwice();
        const { body } = await submit(id, [[1, 'dry']]);
        expect(body.payload_warnings).toEqual([expect.stringMatching(/step 1 .*renamed/)]);
        await untilMatched(body.id, ['dry-1']);
      });

      it('matches of old analyses go through the same migration; a later publish is never a 409 (docs/contract.md C11.12)', async () => {
        const { early, middle } = await renamedTwice();
        for (const { id } of [early, middle]) {
          await untilMatched(id, ['dry-1']);
        }
      });

      it('a present key wins over a former one', async () => {
        const funnel = newFunnel();
        const first = await funnel.publish(question(1, options('dry', 'oily')));
        await funnel.publish(question(1, [{ ...options('normal')[0], formerKeys: ['dry'] }, ...options('oily')]));
        await funnel.publish(question(1, [{ ...options('normal')[0] }, ...options('oily', 'dry')]));
        const { body } = await submit(first.id, [[1, 'dry']], first.published.id);
        expect(body.payload_warnings).toHaveLength(1);
        await untilMatched(body.id, ['dry-1']);
      });

      it('moves answers to the step that lists their step in formerIds, over two publishes, renaming keys too', async () => {
        const funnel = newFunnel();
        const first = await funnel.publish(question(1, options('dry', 'oily')));
        const early = (await submit(first.id, [[1, 'dry']])).body;
        await funnel.publish(question(5, options('dry', 'oily'), { formerIds: [1] }));
        const last = await funnel.publish(
          question(7, [{ ...options('dry')[0], key: 'arid', formerKeys: ['dry'] }, ...options('oily')], {
            formerIds: [5],
          }),
        );
        const { body } = await submit(first.id, [[1, 'DRY']], first.published.id);
        expect(body.funnelVersionId).toBe(last.published.id);
        expect(body.payload_warnings).toEqual([
          expect.stringMatching(/superseded/),
          expect.stringMatching(/step 1.*step 7 .*moved/),
        ]);
        await untilMatched(body.id, ['dry-1']);
        await untilMatched(early.id, ['dry-1']);
      });

      it('drops what has no successor: the analysis is saved, and the answer does not filter', async () => {
        const funnel = newFunnel();
        const first = await funnel.publish(
          question(1, options('dry', 'oily')),
          question(2, options('normal'), { key: 'more' }),
        );
        const early = (
          await submit(first.id, [
            [1, 'dry'],
            [2, 'normal'],
          ])
        ).body;
        await funnel.publish(question(1, options('oily', 'normal')));
        const { status, body } = await submit(
          first.id,
          [
            [1, 'dry'],
            [2, 'normal'],
          ],
          first.published.id,
        );
        expect(status).toBe(200);
        expect(body.payload_warnings).toHaveLength(3);
        await untilMatched(body.id, ['dry-1', 'oily-1']);
        await untilMatched(early.id, ['dry-1', 'oily-1']);
      });
    });

    it('applying the same version again is no new version, and steps carried over keep their ids', async () => {
      const funnel = newFunnel();
      const first = await funnel.publish(question(4, options('dry')));
      expect((await funnel.publish(question(4, options('dry')))).published).toEqual(first.published);
    });

    it('publishing without a draft is 409 FUNNEL_NOT_PUBLISHED (docs/management.md "Versions")', async () => {
      const funnel = newFunnel();
      await funnel.publish(question(1, options('dry')));
      const answer = await api.management.call('POST', `/companies/versions/funnels/funnel-${turn}/publish`);
      expect(refusal(answer)).toEqual([409, 'FUNNEL_NOT_PUBLISHED']);
    });

    it('product, tagging, tab and version publishes reach matches within 2 s, with a new ETag (docs/contract.md C13.5)', async () => {
      const funnel = newFunnel();
      const { id } = await funnel.publish(question(1, options('dry', 'oily')));
      const analysis = (await submit(id, [[1, 'dry']])).body.id;
      const tabs = {
        enabled: true,
        tabs: [{ key: 'T', name: 'T', select: { tags: ['skin:dry'], productIds: [], sets: [] } }],
      };
      const seen = new Set([(await api.matches(analysis)).headers.etag]);
      const reaches = async (
        what: string,
        change: object | (() => Promise<unknown>),
        query: string,
        expected: unknown,
      ) => {
        await (typeof change === 'function' ? change() : api.apply('versions', change));
        const answer = () => api.matches(analysis, query);
        await until(
          what,
          async () => JSON.stringify((await answer()).body) === JSON.stringify(expected),
          scaleTimeout(2_000),
        );
        seen.add((await answer()).headers.etag);
      };
      await reaches('products', { catalog: { products: products('dry-1', 'dry-2', 'oily-1') } }, '', {
        matchedVariants: ['dry-1', 'dry-2'],
      });
      await reaches('tagging', { tagging: { products: {}, variants: { 'oily-1': ['skin:dry', 'extra:1'] } } }, '', {
        matchedVariants: ['dry-1', 'dry-2', 'oily-1'],
      });
      await reaches('tabs', () => funnel.apply({ resultPage: tabs }), '?resultPage=true', {
        matchedVariants: ['dry-1', 'dry-2', 'oily-1'],
        tabs: [{ key: 'T', name: 'T', variants: ['dry-1', 'dry-2', 'oily-1'] }],
      });
      const renamed = [
        { ...options('oily')[0], key: 'wet', formerKeys: ['dry'] },
        { ...options('dry')[0], key: 'other' },
      ];
      await reaches('a version', () => funnel.publish(question(1, renamed)), '', { matchedVariants: ['oily-1'] });
      expect(seen.size).toBe(5);
    });
  });
}
