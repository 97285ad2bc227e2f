import { type CatalogProduct, normalizeTag } from '@svc/domain';
import type { Session } from '../db/session.js';
import { createStaging, loadStaging } from '../db/staging.js';
import { productLine, variantLine } from '../feeds/copy-text.js';

/** Characters of lines per load. */
const PIECE_LENGTH = 64 * 1024;

/** Stages the products of a blueprint. They were checked by libs/domain before. */
export async function stageSection(session: Session, products: readonly CatalogProduct[]): Promise<void> {
  await createStaging(session);
  await loadStaging(session, lines(products));
}

async function* lines(products: readonly CatalogProduct[]): AsyncGenerator<string> {
  let piece = '';
  let position = 0;
  for (const [ordinal, product] of products.entries()) {
    const { shopSystemId: id, variants, ...texts } = product;
    piece += productLine({ ...texts, ordinal, id, tags: normalized(product.tags) });
    for (const variant of variants) {
      const staged = {
        ...variant,
        id: variant.shopSystemId,
        productId: id,
        color: variant.color?.toLowerCase(),
        tags: normalized(variant.tags),
      };
      piece += variantLine(staged, position++);
    }
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function normalized(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => normalizeTag(tag) ?? tag))];
}
