import type { ComponentConfig } from '../../loader/component-config.js';
import type { Runtime } from '../../loader/runtime.js';

/** Id of the product of this page; null: it shows none. `PRODUCT_ID` decides, else the page's address. Never rejects. */
export async function findProduct(runtime: Runtime, config: ComponentConfig): Promise<string | null> {
  const { productId, companyId, platformBaseUrl } = runtime.settings;
  const { origin, pathname, search, host } = location;
  if (productId) return productId;
  if (!config.productPaths.some((path) => pathname.startsWith(path))) return null;
  const variant = new URLSearchParams(search).get('variant');
  const query = new URLSearchParams(companyId ? { company: companyId } : { domain: host });
  query.set('url', `${origin}${pathname}${variant ? `?${new URLSearchParams({ variant })}` : ''}`);
  try {
    const response = await fetch(`${platformBaseUrl}/api/components/v1/page?${query}`, { credentials: 'omit' });
    const { product } = (await response.json()) as { product?: { id: string } | null };
    return product?.id ?? null;
  } catch {
    return null;
  }
}
