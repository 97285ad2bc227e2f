import type { ChatCompany, SearchDocument } from '@svc/proto';
import { readDemoCompany } from './demo-company.js';
import { DEMO_SETTINGS } from './demo-settings.js';
import type { FakeCompany } from './fake-peers.testing.js';

const demo = readDemoCompany();

/** Of each product. Every company compiles its catalog, which takes most of the time of a test. */
const VARIANTS = 3;
const ordinals = new Map<string, number>();

/** The catalog of the demo company as catalog-sync gives it, with the first variants of each product. */
const DOCUMENTS: SearchDocument[] = demo.catalog.variants
  .map((variant, position) => ({
    ...{ position, variantId: variant.id, productId: variant.productId, available: variant.available },
    productName: demo.lexicon.names[position]?.product ?? '',
    variantName: variant.name,
    price: variant.price?.amount.toFixed(2),
    currency: variant.price?.currency,
    ...{ vendor: variant.vendor, line: variant.line, packageSize: variant.packageSize },
    ...{ shortDescription: variant.description, color: variant.color, tags: [...variant.tags] },
    ...{ link: variant.link, imageUrl: variant.image },
  }))
  .filter(({ productId }) => {
    const ordinal = ordinals.get(productId) ?? 0;
    ordinals.set(productId, ordinal + 1);
    return ordinal < VARIANTS;
  });

let count = 0;

/** The demo company under a new id, for one test. */
export function createFakeCompany(change: Partial<ChatCompany> = {}): FakeCompany {
  count += 1;
  const { greeting, starters, faq, contactUrl, privacyUrl } = DEMO_SETTINGS;
  return {
    ...{ id: `company-${count}`, key: `key-${count}`, version: 1, catalogVersion: 1, documents: DOCUMENTS },
    ...{ tagging: { products: {}, variants: {} }, excluded: [], matched: [] },
    company: {
      ...{
        handle: `shop-${count}`,
        language: 'en',
        isEnabled: true,
        domains: [`shop-${count}.example`, 'linden-lune.example'],
      },
      ...{ defaultFunnelId: 'f1', privacyUrl: privacyUrl ?? undefined, captions: [] },
      funnels: [{ funnelId: 'f1', subdomain: `quiz-${count}`, name: 'Quiz', isOpen: true, host: undefined }],
      settings: {
        ...{ retentionDays: 30, model: false, contactUrl: contactUrl ?? undefined, greeting: greeting ?? undefined },
        ...{ starters: [...starters], avoidedWords: [] },
        faq: faq.map(({ key, questions, answer, link }) => ({
          ...{
            key,
            answer,
            link: link ?? undefined,
            questions: { en: [...(questions.en ?? [])], de: [...(questions.de ?? [])] },
          },
        })),
      },
      ...change,
    },
  };
}
