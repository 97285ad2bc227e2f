import { beforeAll, describe, expect, it } from 'vitest';
import { smallCompany } from '../../support/companies.js';
import { repeatWhileUnavailable, send, until } from '../../support/http.js';
import { admin, type Cluster } from '../../support/services.js';

const FUNNEL = '/api/admin/v1/companies/learning/funnels/learning';

/** docs/matching.md M7, over two gateways and two matchers: from events over HTTP to the order of a match. */
export function funnelAi(getCluster: () => Cluster): void {
  describe('Funnel AI', () => {
    let cluster: Cluster;
    let origins: string[];
    let management: ReturnType<typeof admin>;
    let apiKey: string;
    let funnelId: string;
    let asked: string;

    beforeAll(async () => {
      cluster = getCluster();
      origins = cluster.gateways.map((gateway) => gateway.origin);
      management = admin(origins[0] as string, cluster.platformToken);
      funnelId = await apply(false);
      apiKey = await management.createKey('learning');
      asked = await analysis();
    });

    async function apply(enabled: boolean): Promise<string> {
      const company = smallCompany({ subdomain: 'learning' });
      const funnels = company.funnels.map((funnel) => ({ ...funnel, matching: { ai: { enabled } } }));
      const { status, text, body } = await management.establish('learning', { ...company, funnels });
      expect(status, text).toBe(200);
      return body.funnels.learning.id;
    }
    async function analysis(): Promise<string> {
      const headers = { authorization: `Bearer ${apiKey}` };
      const answers = { funnelId, selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
      const { status, text, body } = await repeatWhileUnavailable(() =>
        send(origins[0] as string, '/api/v1/analyses', { headers, body: answers }),
      );
      expect(status, text).toBe(200);
      return body.id;
    }
    /** One shopper: sees both variants three times and buys one. */
    async function shop(bought: string): Promise<void> {
      const shown = ['dry-1', 'plain-1'].flatMap((variantId, position) =>
        [1, 2, 3].map((n) => ({ id: `${variantId}${n}`, type: 'IMPRESSION', variantId, position })),
      );
      const events = [...shown, { id: 'buy', type: 'PURCHASE', variantId: bought }];
      const body = { analysisId: await analysis(), events };
      const { status, text } = await repeatWhileUnavailable(() =>
        send(origins[1] as string, '/api/v1/events', { body }),
      );
      expect(status, text).toBe(202);
    }
    const match = async (origin: string) => {
      const path = `/api/v1/analyses/${asked}/matches`;
      const { status, text, body, headers } = await repeatWhileUnavailable(() => send(origin, path));
      expect(status, text).toBe(200);
      return { order: body.matchedVariants, etag: headers.etag };
    };
    const manage = (method: string, path: string) =>
      repeatWhileUnavailable(() =>
        send(origins[0] as string, `${FUNNEL}/${path}`, {
          method,
          headers: { authorization: `Bearer ${cluster.platformToken}` },
        }),
      );
    /** Builds until the sums of the day hold so many sessions. */
    async function built(sessions: number) {
      let model: { version: number; sessions: number; active: boolean } | undefined;
      await until(`a model of ${sessions} sessions`, async () => {
        const { body } = await manage('POST', 'models');
        model = body.model;
        return (model?.sessions ?? 0) >= sessions;
      });
      return model as NonNullable<typeof model>;
    }
    /** The match in which the variant comes first; another replica may still give the one before. */
    async function untilFirst(origin: string, variantId: string) {
      let found = await match(origin);
      await until(`${variantId} comes first at ${origin}`, async () => {
        found = await match(origin);
        return found.order[0] === variantId;
      });
      return found;
    }

    it('learns from events, is off until it is switched on, then changes order and ETag everywhere, never membership', async () => {
      const before = await match(origins[0] as string);
      expect(before.order).toEqual(['dry-1', 'plain-1']);
      const early = await manage('POST', 'models');
      expect([early.status, early.body.outcome, early.body.model]).toEqual([200, 'TOO_FEW_IMPRESSIONS', null]);

      for (let shopper = 0; shopper < 40; shopper += 1) await shop('plain-1');
      expect(await built(40)).toMatchObject({ sessions: 40, impressions: 240, active: true, pinned: false });
      for (const origin of origins) expect(await match(origin)).toEqual(before);

      await apply(true);
      for (const origin of origins) {
        const after = await untilFirst(origin, 'plain-1');
        expect(after.order).toEqual(['plain-1', 'dry-1']);
        expect(after.etag).not.toBe(before.etag);
      }
    });

    it('says what it learned, in words and in the trace', async () => {
      const { body } = await manage('GET', 'learning');
      expect(body).toMatchObject({
        enabled: true,
        options: [{ caption: 'dry', sessions: 40, learned: true }],
        popular: [{ variantId: 'plain-1', name: 'plain-1' }],
      });
      expect(body.lifts[0].sentence).toMatch(/^Shoppers who chose dry choose .+ (only )?\d\.\d+ × as often\.$/);
      const explain = () => management.call('GET', `/companies/learning/analyses/${asked}/explain?variantId=plain-1`);
      let explained = await explain();
      await until('every replica has the model', async () => {
        explained = await explain();
        return explained.body.versions.model === String(body.model.version);
      });
      const { learned, learning } = explained.body.variants[0].score;
      expect(learned).toBeCloseTo(learning.popularity.value + learning.affinity.value, 12);
      expect(learned).toBeGreaterThan(0.02);
    });

    it('a pinned model stays while newer ones are built; latest takes the pin away; both gateways follow', async () => {
      const [{ version }] = (await manage('GET', 'models?limit=1')).body.data;
      const pinned = await untilFirst(origins[0] as string, 'plain-1');
      expect((await manage('POST', `models/${version}/activate`)).body).toMatchObject({ active: true, pinned: true });
      for (let shopper = 0; shopper < 80; shopper += 1) await shop('dry-1');
      const newer = await built(120);
      expect([newer.version > version, newer.active]).toEqual([true, false]);
      for (const origin of origins) expect(await match(origin)).toEqual(pinned);

      expect((await manage('POST', 'models/latest/activate')).body).toMatchObject({
        version: newer.version,
        pinned: false,
      });
      for (const origin of origins) await untilFirst(origin, 'dry-1');
      expect((await manage('POST', 'models/999/activate')).status).toBe(404);
    });

    it('a matcher that is killed matches with the same bytes and the same ETag when it is back', async () => {
      const before = await untilFirst(origins[0] as string, 'dry-1');
      await cluster.matchers[0]?.stop('SIGKILL');
      cluster.restart('matcher');
      await until('both gateways match', async () => {
        const answers = await Promise.all(origins.map(match));
        return answers.every(({ etag }) => etag === before.etag);
      });
      for (let turn = 0; turn < 6; turn += 1) expect(await match(origins[turn % 2] as string)).toEqual(before);
    });
  });
}
