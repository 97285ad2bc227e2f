import { defineCommand } from 'citty';
import { COMPANY_ARGUMENT, companyPath, connect } from '../connection.js';

/** A shop as management shows it. */
interface Shop {
  shop: string;
  state: string;
  connectedAt: string;
  syncing: boolean;
  lastSyncAt: string | null;
  nextSyncAt: string | null;
  failures: number;
  problem?: string;
}

const getShopifyPath = (args: { company?: string | undefined }): string => `${companyPath(args.company)}/shopify`;

const install = defineCommand({
  meta: { name: 'connect', description: 'Start to connect a shop; prints the address at which the merchant consents.' },
  args: {
    ...COMPANY_ARGUMENT,
    shop: { type: 'positional', required: true, description: 'Domain of the shop, for example glow.myshopify.com.' },
  },
  async run({ args }) {
    const content = { type: 'application/json', content: JSON.stringify({ shop: args.shop }) };
    const { url } = (await connect().request('POST', `${getShopifyPath(args)}/install`, content)) as { url: string };
    console.log(`Open this address within 10 minutes, logged in to the shop:\n${url}`);
  },
});

const status = defineCommand({
  meta: { name: 'status', description: 'Show the shop and the state of its syncs.' },
  args: COMPANY_ARGUMENT,
  async run({ args }) {
    print((await connect().request('GET', getShopifyPath(args))) as Shop);
  },
});

const sync = defineCommand({
  meta: {
    name: 'sync',
    description: 'Read the whole catalog of the shop now instead of waiting for the nightly sync.',
  },
  args: COMPANY_ARGUMENT,
  async run({ args }) {
    print((await connect().request('POST', `${getShopifyPath(args)}/sync`)) as Shop);
  },
});

const disconnect = defineCommand({
  meta: {
    name: 'disconnect',
    description: 'Delete the shop and its token; the catalog stays until the app is removed.',
  },
  args: COMPANY_ARGUMENT,
  async run({ args }) {
    await connect().request('DELETE', getShopifyPath(args));
    console.log(
      'The shop was deleted here. Remove the app in Shopify as well: 48 hours later, what came from it is deleted.',
    );
  },
});

/** `svc shopify connect|status|sync|disconnect`. */
export const shopify = defineCommand({
  meta: { name: 'shopify', description: 'The Shopify shop of a company.' },
  subCommands: { connect: install, status, sync, disconnect },
});

function print(shop: Shop): void {
  console.log(`${shop.shop}  ${shop.state}  since ${shop.connectedAt}`);
  const last = shop.lastSyncAt ? `read ${shop.lastSyncAt}` : 'not read yet';
  const next = shop.syncing ? 'being read' : shop.nextSyncAt ? `next ${shop.nextSyncAt}` : 'no longer read';
  console.log(`${last}; ${next}${shop.failures > 0 ? `; ${shop.failures} consecutive failures` : ''}`);
  if (shop.problem) console.log(shop.problem);
  if (shop.state !== 'CONNECTED') process.exitCode = 1;
}
