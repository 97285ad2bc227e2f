import { ServiceError } from '@svc/kit';
import type { FindProductByUrlRequest } from '@svc/proto';
import { afterEach, describe, expect, it } from 'vitest';
import { pageFakes } from '../../testing/fixtures.js';
import { startGateway, type TestGateway } from '../../testing/start-gateway.js';

let gateway: TestGateway;
afterEach(() => gateway?.stop());

const PATH = '/api/components/v1/page';
const PRODUCT_PAGE = 'https://shop.glow.example/p/velvet';

async function start(productId: string | undefined = 'P1') {
  gateway = await startGateway({
    handlers: {
      ...pageFakes(),
      components: {
        getComponentConfig: async () => ({ companyId: 'company-1', version: '7', domains: [], config: undefined }),
      },
      catalog: { findProductByUrl: async ({ url }) => ({ productId: url.includes('/p/') ? productId : undefined }) },
      presentation: { describeProduct: async () => ({ isSet: productId === 'SET' }) },
    },
  });
  return gateway;
}

const requestPage = (url: string, options: { host?: string } = {}) =>
  gateway.ask(`${PATH}?company=k&url=${encodeURIComponent(url)}`, options);
const asked = () =>
  ((gateway.services.calls.findProductByUrl ?? []) as FindProductByUrlRequest[]).map(({ url }) => url);

describe('GET /api/components/v1/page (docs/components.md B10.12)', () => {
  it.each(['svc.test', 'beauty.svc.test'])(
    'names the product of the page on %s, kept for five minutes',
    async (host) => {
      await start();
      const { status, json, headers } = await requestPage(PRODUCT_PAGE, { host });
      expect([status, json]).toEqual([200, { product: { id: 'P1', isSet: false } }]);
      expect(headers).toMatchObject({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' });
    },
  );

  it('says that the product is a set', async () => {
    await start('SET');
    expect((await requestPage(PRODUCT_PAGE)).json).toEqual({ product: { id: 'SET', isSet: true } });
  });

  it('a page without a product is null, without a question to the matcher', async () => {
    await start();
    const { status, json, headers } = await requestPage('https://shop.glow.example/about');
    expect([status, json, headers['cache-control']]).toEqual([200, { product: null }, 'public, max-age=300']);
    expect(gateway.services.calls).not.toHaveProperty('describeProduct');
  });

  it('of the query only variant reaches a service', async () => {
    await start();
    await requestPage(`${PRODUCT_PAGE}?email=a%40b.example&variant=a%26b&token=secret#top`);
    expect(asked()).toEqual([`${PRODUCT_PAGE}?variant=a%26b`]);
  });

  it('while the matcher does not answer, the product is named and nothing keeps that it is no set', async () => {
    const { services } = await start('SET');
    services.handlers.presentation.describeProduct = async () => {
      throw new ServiceError('MATCHER_FAILURE', 'Later.');
    };
    const { status, json, headers } = await requestPage(PRODUCT_PAGE);
    expect([status, json]).toEqual([200, { product: { id: 'SET', isSet: false } }]);
    expect(headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['no url', '?company=k'],
    ['an empty url', '?company=k&url='],
    ['a relative url', '?company=k&url=%2Fp%2Fvelvet'],
    ['another scheme', '?company=k&url=javascript%3Aalert(1)'],
    ['two urls', `?company=k&url=${encodeURIComponent(PRODUCT_PAGE)}&url=${encodeURIComponent(PRODUCT_PAGE)}`],
    ['a url of 2,049 characters', `?company=k&url=${encodeURIComponent(`${PRODUCT_PAGE}/`.padEnd(2_049, 'a'))}`],
    ['no company', `?url=${encodeURIComponent(PRODUCT_PAGE)}`],
  ])('%s is 400 INVALID_QUERY', async (_name, query) => {
    const { ask, services } = await start();
    const { status, json, headers } = await ask(PATH + query);
    expect([status, json.error]).toEqual([400, 'INVALID_QUERY']);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
    expect(services.calls).toEqual({});
  });

  it('the longest url is 2,048 characters', async () => {
    await start();
    expect((await requestPage(`${PRODUCT_PAGE}/`.padEnd(2_048, 'a'))).status).toBe(200);
  });
});
