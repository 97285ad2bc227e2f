import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { PageAddress } from '../../hosts/funnel-host.js';

/** The origin that the generated files name; replaced by the real one. */
const DEMO_ORIGIN = 'http://localhost:8080';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
};

/** The demo shop, as the folder `shop` of the demo describes it. */
export interface ShopFiles {
  /** HTML with placeholders, by name: `layout`, `home`, … */
  templates: ReadonlyMap<string, string>;
  /** What pages load, by file name. */
  assets: ReadonlyMap<string, { type: string; body: Buffer }>;
  /** By the name in the address: id of the shop system, and name. */
  products: ReadonlyMap<string, { id: string; name: string }>;
  companyKey: string;
  /** Sub-domain of the default funnel. */
  funnel: string;
}

/** Reads the folder of the demo. Rejects if files are missing. */
export async function loadShopFiles(demoDirectory: string, { scheme, baseDomain }: PageAddress): Promise<ShopFiles> {
  const folder = join(demoDirectory, 'shop');
  const templates = new Map<string, string>();
  const assets = new Map<string, { type: string; body: Buffer }>();
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), 'utf8');
    const type = TYPES[extname(name)];
    if (type) {
      const body = Buffer.from(text.replaceAll(DEMO_ORIGIN, `${scheme}://${baseDomain}`));
      assets.set(name, { type, body });
    } else if (name.endsWith('.html')) templates.set(name.slice(0, -'.html'.length), text.trimEnd());
  }
  const products = JSON.parse(assets.get('products.json')?.body.toString() ?? '[]') as {
    slug: string;
    id: string;
    name: string;
  }[];
  const { parse } = await import('yaml'); // Not at the start of the gateway.
  const company = parse(await readFile(join(demoDirectory, 'company.yaml'), 'utf8')) as {
    companyKey: string;
    settings: { defaultFunnel: string };
  };
  return {
    templates,
    assets,
    products: new Map(products.map(({ slug, id, name }) => [slug, { id, name }])),
    companyKey: company.companyKey,
    funnel: company.settings.defaultFunnel,
  };
}
