import { describe, expect, it } from 'vitest';
import { useCli } from '../../testing/use-cli.js';

const cli = useCli();
const { svc, lines, answer } = cli;

const shop = (changes: object = {}) => ({
  shop: 'glow.myshopify.com',
  state: 'CONNECTED',
  scopes: ['read_products'],
  connectedAt: '2026-11-20T09:00:00.000Z',
  syncing: false,
  lastSyncAt: '2026-11-21T02:14:00.000Z',
  lastImportId: 'r1',
  nextSyncAt: '2026-11-22T03:41:00.000Z',
  failures: 0,
  ...changes,
});

describe('svc shopify', () => {
  it('connect prints the address at which the merchant consents', async () => {
    answer({ body: { url: 'https://glow.myshopify.com/admin/oauth/authorize?state=s' } });
    const { code, out } = await svc('shopify connect glow.myshopify.com');
    expect([code, out]).toEqual([
      0,
      'Open this address within 10 minutes, logged in to the shop:\nhttps://glow.myshopify.com/admin/oauth/authorize?state=s\n',
    ]);
    expect(JSON.parse(cli.asked[0]!.body)).toEqual({ shop: 'glow.myshopify.com' });
    expect(lines()).toEqual(['POST /glow/shopify/install']);
  });

  it('status shows when the shop was read and will be read, or why it is not, with exit code 1', async () => {
    answer(
      { body: shop() },
      { body: shop({ syncing: true, lastSyncAt: null, failures: 2 }) },
      { body: shop({ state: 'NEEDS_REINSTALL', nextSyncAt: null, problem: 'Install the app again.' }) },
    );
    expect(await svc('shopify status')).toMatchObject({
      code: 0,
      out:
        'glow.myshopify.com  CONNECTED  since 2026-11-20T09:00:00.000Z\n' +
        'read 2026-11-21T02:14:00.000Z; next 2026-11-22T03:41:00.000Z\n',
    });
    expect((await svc('shopify status')).out).toContain('not read yet; being read; 2 consecutive failures\n');
    const refused = await svc('shopify status');
    expect(refused.code).toBe(1);
    expect(refused.out).toContain('no longer read\nInstall the app again.\n');
  });

  it('sync and disconnect', async () => {
    answer({ status: 202, body: shop({ syncing: true }) }, { status: 204, body: '' });
    expect((await svc('shopify sync')).out).toContain('being read');
    expect((await svc('shopify disconnect')).code).toBe(0);
    expect(lines()).toEqual(['POST /glow/shopify/sync', 'DELETE /glow/shopify']);
  });
});
