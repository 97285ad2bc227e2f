import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type ManagementClient, ManagementError } from '../management-client.js';
import type { DataDirectory } from './data-directory.js';

/** The origins that the demo's files name; replaced by those that the gateway really has. */
const DEMO_ORIGIN = 'http://localhost:8080';
const DEMO_SHOP_ORIGIN = 'http://demo-shop.localhost:8080';
/** The entry of `domains` for the demo shop. */
const DEMO_SHOP_DOMAIN = 'demo-shop.localhost';
/** Shell variables for copy and paste: `. .data/demo.env`. */
const ENV_FILE = 'demo.env';

export interface Demo {
  handle: string;
  /** The company's default funnel, for the printed curl line. */
  funnelId: string;
  apiKey: string;
  /** Sub-domains of its funnels, as the demo's file names them. */
  subdomains: string[];
  /** Address of the demo shop. */
  shopOrigin: string;
}

/**
 * Sets the demo company up at the first start, through the management API as a merchant would, and finds it again later.
 * Later changes of the demo company are kept; only a lost key is replaced.
 */
export async function prepareDemo(options: {
  demoDirectory: string;
  origin: string;
  management: ManagementClient;
  dataDirectory: DataDirectory;
}): Promise<Demo> {
  const { management, dataDirectory } = options;
  const shop = toShop(options.origin);
  const read = (name: string) =>
    readFileSync(join(options.demoDirectory, name), 'utf8')
      .replaceAll(DEMO_SHOP_ORIGIN, shop.origin)
      .replaceAll(DEMO_SHOP_DOMAIN, shop.domain)
      .replaceAll(DEMO_ORIGIN, options.origin);
  const blueprint = read('company.yaml');
  const { handle, companyKey, settings, funnels } = parse(blueprint) as {
    handle: string;
    companyKey: string;
    settings?: { defaultFunnel?: string };
    funnels: { subdomain: string }[];
  };

  if (!(await exists(management, handle))) {
    await management.request('PUT', `/companies/${handle}/blueprint`, { type: 'application/yaml', content: blueprint });
    await importCatalog(management, handle, read('catalog.csv'));
  } else {
    const domains = await readDomains(management, handle);
    if (!domains.includes(shop.domain)) {
      await addShop(management, handle, { companyKey, domains: [...domains, shop.domain] });
      await importCatalog(management, handle, read('catalog.csv'));
    }
  }

  const funnelId = await defaultFunnelId(management, handle, settings?.defaultFunnel);
  const apiKey = keptKey(dataDirectory) ?? (await createKey(management, handle));
  dataDirectory.writeSecret(ENV_FILE, `SVC_URL=${options.origin}\nSVC_API_KEY=${apiKey}\nSVC_FUNNEL=${funnelId}`);
  return { handle, funnelId, apiKey, subdomains: funnels.map(({ subdomain }) => subdomain), shopOrigin: shop.origin };
}

async function exists(management: ManagementClient, handle: string): Promise<boolean> {
  try {
    const { data } = (await management.request('GET', `/companies/${handle}/catalog/products?limit=1`)) as {
      data: unknown[];
    };
    return data.length > 0;
  } catch (error) {
    if (error instanceof ManagementError && error.status === 404) return false;
    throw error;
  }
}

/** The demo shop of an origin, `http://demo-shop.localhost:8080`. A loopback name in `domains` allows every port. */
function toShop(origin: string): { origin: string; domain: string } {
  const { protocol, host, hostname } = new URL(origin);
  const isLoopback = hostname === 'localhost' || hostname.endsWith('.localhost');
  return {
    origin: `${protocol}//demo-shop.${host}`,
    domain: `demo-shop.${isLoopback ? hostname : host}`,
  };
}

async function importCatalog(management: ManagementClient, handle: string, csv: string): Promise<void> {
  const run = (await management.request('POST', `/companies/${handle}/catalog/imports?wait=true`, {
    type: 'text/csv',
    content: csv,
  })) as { state: string; reason?: string };
  if (run.state !== 'SUCCEEDED') throw new Error(`The demo feed was not imported: ${run.state} ${run.reason ?? ''}`);
}

/**
 * The demo of an earlier release had no shop: its domain is missing, and its products have other addresses. Everything else that was
 * changed in the demo company is kept.
 */
async function addShop(management: ManagementClient, handle: string, shop: { companyKey: string; domains: string[] }) {
  await management.request('PUT', `/companies/${handle}/blueprint`, {
    type: 'application/json',
    content: JSON.stringify(shop),
  });
}

async function readDomains(management: ManagementClient, handle: string): Promise<string[]> {
  const { domains } = (await management.request('GET', `/companies/${handle}/blueprint`)) as { domains?: string[] };
  return domains ?? [];
}

/** Applying an empty blueprint changes nothing and returns the ids of all funnels that it names. */
async function defaultFunnelId(management: ManagementClient, handle: string, subdomain: string | undefined) {
  const { funnels } = (await management.request('PUT', `/companies/${handle}/blueprint`, {
    type: 'application/json',
    content: JSON.stringify({ funnels: subdomain ? [{ subdomain }] : [] }),
  })) as { funnels: Record<string, { id: string }> };
  const funnel = Object.values(funnels)[0];
  if (!funnel) throw new Error(`The demo company ${handle} has no default funnel.`);
  return funnel.id;
}

function keptKey(dataDirectory: DataDirectory): string | undefined {
  return /^SVC_API_KEY=(.+)$/m.exec(dataDirectory.read(ENV_FILE) ?? '')?.[1];
}

async function createKey(management: ManagementClient, handle: string): Promise<string> {
  const { value } = (await management.request('POST', `/companies/${handle}/api-keys`, {
    type: 'application/json',
    content: JSON.stringify({ name: 'Demo (printed by npm start)' }),
  })) as { value: string };
  return value;
}
