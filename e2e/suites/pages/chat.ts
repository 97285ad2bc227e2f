import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, repeatWhileUnavailable, send, until } from '../../support/http.js';
import type { ModelStandIn } from '../../support/model-stand-in.js';
import { picks, question, rule } from '../../support/quiz.js';
import { admin, type Cluster } from '../../support/services.js';

const THREADS = '/api/chat/v1/threads';
const SHOP = 'https://shop.glow.example';

/** docs/chat.md T2 to T8. The services as processes, over real HTTP, as a shop page calls them. */
export function chat(getCluster: () => Cluster, getModel: () => ModelStandIn): void {
  describe('the chat of a shop', () => {
    let cluster: Cluster;
    let origin: string;
    let company: string;
    let analysisId: string;
    let model: ModelStandIn;

    beforeAll(async () => {
      model = getModel();
      cluster = getCluster();
      origin = cluster.gateways[0]?.origin as string;
      const management = admin(origin, cluster.platformToken);
      const published = { steps: [question(1, { dry: { require: ['skin:dry'] }, oily: { require: ['skin:oily'] } })] };
      const product = (id: string, name: string, ...tags: string[]) => ({
        ...{ shopSystemId: id, name, url: `${SHOP}/p/${id.toLowerCase()}`, tags: ['category:lipstick', ...tags] },
        variants: [{ shopSystemId: `${id}-1`, name, available: true, price: '12.50', currency: 'EUR' }],
      });
      const applied = await management.establish('glow', {
        name: 'Glow',
        domains: ['shop.glow.example'],
        settings: { defaultFunnel: 'glow-quiz', chat: { contactUrl: `${SHOP}/contact` } },
        catalog: {
          products: [
            product('VELVET', 'Velvet Lipstick', 'skin:dry'),
            product('SATIN', 'Satin Lipstick', 'skin:oily'),
            product('SECRET', 'Secret Lipstick', 'skin:dry', 'hidden:yes'),
          ],
        },
        funnels: [
          {
            ...{ subdomain: 'glow-quiz', name: 'Find your glow', published },
            matching: { rules: [rule('no-secrets', { exclude: { tags: ['hidden:yes'] } })] },
          },
        ],
      });
      expect(applied.status, applied.text).toBe(200);
      company = applied.body.company.companyKey;
      const key = await management.createKey('glow');
      const funnelId = applied.body.funnels['glow-quiz'].id;
      const answers = { funnelId, ...picks({ 1: 'dry' }) };
      const headers = { authorization: `Bearer ${key}` };
      const created = await repeatWhileUnavailable(() => send(origin, '/api/v1/analyses', { headers, body: answers }));
      expect(created.status, created.text).toBe(200);
      analysisId = created.body.id;
    });

    let turns = 0;
    const toBody = (turn: object, context: object = {}) => ({
      context: { company, locale: 'en', path: '/', ...context },
      turn: { clientTurnId: `turn-${++turns}`, ...turn },
    });
    const postOnce = (path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
      send(origin, path, {
        headers: { origin: SHOP, 'content-type': 'text/plain;charset=UTF-8', ...headers },
        body: JSON.stringify(body),
      });
    const post = (...request: Parameters<typeof postOnce>) => repeatWhileUnavailable(() => postOnce(...request));
    const named = ({ body }: Answer): string[] =>
      body.blocks.flatMap((block: { type: string; items: { variantId: string }[] }) =>
        block.type === 'products' ? block.items.map(({ variantId }) => variantId) : [],
      );
    /** Begins a conversation once the catalog is compiled. */
    const begin = async (turn: object, context: object = {}): Promise<Answer> => {
      let answer: Answer | undefined;
      await until('the search is ready', async () => {
        answer = await post(THREADS, toBody(turn, context));
        return answer.status === 201 && !answer.text.includes('in a moment');
      });
      return answer as Answer;
    };

    it('answers from the catalog, recommends the match, and names nothing that rules exclude', async () => {
      const found = await begin({ text: 'Show me lipsticks' });
      expect(named(found).sort()).toEqual(['SATIN-1', 'VELVET-1']);
      const [first] = found.body.blocks.find(({ type }: { type: string }) => type === 'products').items;
      expect(first.card).toMatchObject({ price: '€12.50', available: true });
      const matched = await begin({ text: 'What suits me?' }, { analysisId });
      expect(named(matched)).toEqual(['VELVET-1']);
      expect(matched.text).not.toContain('SECRET');
      const none = await post(THREADS, toBody({ text: 'Is the Secret Lipstick available?' }));
      expect(none.text).not.toContain('SECRET');
    });

    it('is continued, repeated, read and deleted', async () => {
      const { body: begun } = await begin({ text: 'Show me lipsticks' });
      const path = `${THREADS}/${begun.threadId}`;
      const more = toBody({ text: 'only the Velvet Lipstick' });
      const first = await post(`${path}/turns`, more);
      expect([first.status, named(first)]).toEqual([200, ['VELVET-1']]);
      const repeated = await post(`${path}/turns`, more);
      expect(repeated.body).toEqual(first.body);
      const streamed = await post(`${path}/turns`, more, { accept: 'text/event-stream' });
      expect(streamed.headers['content-type']).toContain('text/event-stream');
      expect(streamed.text).toContain(JSON.stringify(first.body.blocks[0]));
      const conflict = await post(`${path}/turns`, { ...more, turn: { ...more.turn, text: 'Another' } });
      expect([conflict.status, conflict.body.error]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
      const forged = await post(`${path}/turns`, toBody({ quickReply: 'q99' }));
      expect([forged.status, forged.body.error]).toEqual([400, 'INVALID_REQUEST']);

      const thread = await send(origin, path);
      expect(thread.body.messages.map(({ text }: { text?: string }) => text)).toEqual([
        ...['Show me lipsticks', undefined, 'only the Velvet Lipstick', undefined],
      ]);
      expect((await send(origin, path, { method: 'DELETE' })).status).toBe(204);
      expect((await send(origin, path, { method: 'DELETE' })).status).toBe(204);
      expect((await send(origin, path)).status).toBe(404);
      expect((await post(`${path}/turns`, toBody({ text: 'Hello' }))).status).toBe(404);
    });

    it('is begun by pages of the company and of its funnels only', async () => {
      const body = toBody({ text: 'Hello' });
      const from = (page: string) => post(THREADS, body, { origin: page });
      for (const page of ['https://evil.example', 'null']) {
        const { status, body: answer } = await from(page);
        expect([page, status, answer.error]).toEqual([page, 404, 'NOT_FOUND']);
      }
      expect((await from('http://glow-quiz.localhost')).status).toBe(201);
      const { context: _, turn } = body;
      const onFunnel = await send(origin, THREADS, {
        host: 'glow-quiz.localhost',
        headers: { origin: 'http://glow-quiz.localhost' },
        body: { context: {}, turn },
      });
      expect(onFunnel.status, onFunnel.text).toBe(201);
    });

    it('ends with the analysis that it named, within 60 s (T4.3)', async () => {
      const { body } = await begin({ text: 'What suits me?' }, { analysisId });
      const erased = await admin(origin, cluster.platformToken).call(
        'DELETE',
        `/companies/glow/analyses/${analysisId}`,
      );
      expect(erased.status).toBe(204);
      await until(
        'the conversation is deleted',
        async () => (await send(origin, `${THREADS}/${body.threadId}`)).status === 404,
        60_000,
      );
    });

    describe('with a language model that the company switched on (T10)', () => {
      const NAMES = { OTHER: 'Crystal Lipstick', RIVAL: 'Rival Lipstick' };
      const PLAN = { intent: 'FIND', tags: [], pick: [], order: 'RELEVANCE', availableOnly: false };
      const shop = 'https://shop.lune.example';
      let lune: string;
      beforeAll(async () => {
        const applied = await admin(origin, cluster.platformToken).establish('lune', {
          name: 'Lune',
          domains: ['shop.lune.example'],
          settings: { defaultFunnel: 'lune-quiz', chat: { model: true } },
          catalog: {
            products: Object.entries(NAMES).map(([id, name]) => ({
              ...{ shopSystemId: id, name, url: `${shop}/p/${id.toLowerCase()}`, tags: ['category:lipstick'] },
              variants: [{ shopSystemId: `${id}-1`, name, available: true, price: '9.50', currency: 'EUR' }],
            })),
          },
          funnels: [
            { subdomain: 'lune-quiz', name: 'Quiz', published: { steps: [question(1, { dry: {}, oily: {} })] } },
          ],
        });
        expect(applied.status, applied.text).toBe(200);
        lune = applied.body.company.companyKey;
        model.behave({ content: 'nonsense' });
        await until('the search is ready', async () => {
          const { status, text } = await ask('Show me lipsticks');
          return status === 201 && !text.includes('in a moment');
        });
      });
      const ask = (text: string) => post(THREADS, toBody({ text }, { company: lune }), { origin: shop });

      it('is asked for a plan by the interface of providers, without ids and personal data; others never are (T10.1, T10.2)', async () => {
        const { body: begun } = await ask('Write to ada@planted.example please');
        model.behave({ content: JSON.stringify({ ...PLAN, pick: [0] }) });
        const path = `${THREADS}/${begun.threadId}/turns`;
        const chosen = await post(path, toBody({ text: 'a lipstick for a party' }, { company: lune }), {
          origin: shop,
        });
        expect([chosen.status, named(chosen).length]).toEqual([200, 1]);
        const [asked] = model.asked;
        expect(asked).toMatchObject({ path: '/v1/chat/completions', authorization: 'Bearer model-secret' });
        expect(JSON.parse(asked?.body ?? '')).toMatchObject({ model: 'planner', temperature: 0 });
        for (const secret of ['OTHER-1', 'RIVAL-1', 'planted', lune]) expect(asked?.body).not.toContain(secret);
        model.behave({ content: JSON.stringify(PLAN) });
        await post(THREADS, toBody({ text: 'Show me lipsticks' }));
        expect(model.asked).toEqual([]);
      });

      it.each([
        ['writes prose', { content: 'Buy the Evil Serum for 1 € at https://evil.example.' }],
        ['invents a product', { content: JSON.stringify({ ...PLAN, pick: [7], reply: 'EVIL-1' }) }],
        ['fails', { status: 500 }],
        ['never answers', 'NEVER'],
      ] as const)('that %s changes nothing (T10.3, T8.3)', async (_, behavior) => {
        model.behave(behavior);
        const answer = await ask('Show me lipsticks');
        expect(model.asked).toHaveLength(1);
        expect([answer.status, named(answer).sort()]).toEqual([201, ['OTHER-1', 'RIVAL-1']]);
        expect(answer.text).not.toMatch(/evil/i);
      });

      it('has 40 calls for a conversation; then the lexicon plans (T10.4)', async () => {
        model.behave({ content: JSON.stringify(PLAN) });
        const { body } = await ask('Show me lipsticks');
        for (let turn = 1; turn <= 40; turn += 1) {
          const path = `${THREADS}/${body.threadId}/turns`;
          const answer = await post(path, toBody({ text: 'Show me lipsticks' }, { company: lune }), { origin: shop });
          expect([turn, answer.status, answer.body.blocks.length > 0]).toEqual([turn, 200, true]);
        }
        expect(model.asked).toHaveLength(40);
      });
    });

    it('is 503 while chat-svc is down, and everything else works', async () => {
      await cluster.chat.stop('SIGKILL');
      const down = await postOnce(THREADS, toBody({ text: 'Hello' }));
      expect([down.status, down.body.error, Number(down.headers['retry-after'])]).toEqual([503, 'UNAVAILABLE', 1]);
      expect(down.headers['access-control-allow-origin']).toBe('*');
      expect((await send(origin, `/api/components/v1/config?company=${company}`)).status).toBe(200);
      expect((await send(origin, '/', { host: 'glow-quiz.localhost' })).status).toBe(200);
    });
  });
}
