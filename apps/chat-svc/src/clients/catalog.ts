import type { Tagging } from '@svc/domain';
import { createClient, json, ServiceError } from '@svc/kit';
import { CatalogServiceClient, MatcherServiceClient, type SearchDocument, type TagCaption } from '@svc/proto';
import type { Caption, ChatVariant } from '../domain/catalog/chat-catalog.js';
import type { CatalogSource } from '../usecases/companies/ports.js';

/** A catalog of 200,000 variants has 100 pages. */
const TIMEOUT_MS = 30_000;
/** The catalog may be replaced while it is read. */
const MAX_PASSES = 5;

/** @param addresses - `host:port` of catalog-sync and of matcher-svc. */
export function createCatalogClient(addresses: {
  catalog: string;
  matcher: string;
}): CatalogSource & { close(): void } {
  const retry = { timeoutMs: TIMEOUT_MS };
  const catalog = createClient(CatalogServiceClient, addresses.catalog, { ...retry, retry: ['getSearchDocuments'] });
  const matcher = createClient(MatcherServiceClient, addresses.matcher, { ...retry, retry: ['getTagging'] });

  async function readDocuments(companyId: string): Promise<{ version: number; documents: SearchDocument[] }> {
    const documents: SearchDocument[] = [];
    let pageToken = '';
    for (;;) {
      const page = await catalog.getSearchDocuments({ companyId, pageSize: 0, pageToken });
      documents.push(...page.documents);
      if (page.nextPageToken === '') return { version: page.catalogVersion, documents };
      pageToken = page.nextPageToken;
    }
  }
  async function readCurrent(companyId: string, passes = MAX_PASSES): ReturnType<typeof readDocuments> {
    try {
      return await readDocuments(companyId);
    } catch (error) {
      const isReplaced = error instanceof ServiceError && error.code === 'CONFLICT';
      if (!isReplaced || passes <= 1) throw error;
      return readCurrent(companyId, passes - 1);
    }
  }
  return {
    async load(companyId) {
      const [{ version, documents }, { configVersion, taggingJson, tabs }] = await Promise.all([
        readCurrent(companyId),
        matcher.getTagging({ companyId }),
      ]);
      const tagging = json.decode<Tagging>(taggingJson);
      return {
        version: toVersion(version, configVersion),
        variants: documents.sort((a, b) => a.position - b.position).map((document) => toVariant(document, tagging)),
        captions: tabs.map(toCaption),
      };
    },
    async getVersion(companyId) {
      const [{ catalogVersion }, { configVersion }] = await Promise.all([
        catalog.getSearchDocuments({ companyId, pageSize: 1, pageToken: '' }),
        matcher.getTagging({ companyId }),
      ]);
      return toVersion(catalogVersion, configVersion);
    },
    close() {
      catalog.close();
      matcher.close();
    },
  };
}

/** Of a catalog and of what was added to it. */
export const toVersion = (catalogVersion: number, configVersion: number): string =>
  `${catalogVersion}.${configVersion}`;

function toVariant(document: SearchDocument, { products, variants }: Tagging): ChatVariant {
  const { variantId, productId, price, currency, tags, shortDescription, imageUrl } = document;
  const amount = Number(price);
  return {
    id: variantId,
    productId,
    name: toName(document),
    price: price !== undefined && currency !== undefined && Number.isFinite(amount) ? { amount, currency } : undefined,
    available: document.available,
    ...{ vendor: document.vendor, line: document.line, packageSize: document.packageSize, color: document.color },
    description: shortDescription,
    tags: [...new Set([...tags, ...(products[productId] ?? []), ...(variants[variantId] ?? [])])],
    link: document.link,
    image: imageUrl,
  };
}

/** Names of variants have the product's in them or not, depending on the feed. */
function toName({ productName, variantName }: SearchDocument): string {
  if (variantName === '' || productName === '') return variantName || productName;
  return variantName.startsWith(productName) ? variantName : `${productName} – ${variantName}`;
}

/** `default` is the text in the company language, which the chat shows where it has no other. */
const toCaption = ({ text, tags }: TagCaption): Caption => ({
  text: { en: text.en ?? (text.de === undefined ? text.default : undefined), de: text.de ?? text.default },
  tags,
});
