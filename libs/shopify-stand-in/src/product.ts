import type { Resolver, Source } from './graphql/execute.js';

/** A product of a stand-in shop, as a merchant would edit it. */
export interface ShopProduct {
  /** Numeric, as in `legacyResourceId`. */
  id: number;
  title: string;
  handle: string;
  status: 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED';
  vendor: string;
  productType: string;
  descriptionHtml: string;
  tags: string[];
  /** Null: not published to the online store. */
  onlineStoreUrl: string | null;
  imageUrl: string | null;
  variants: ShopVariant[];
}

export interface ShopVariant {
  id: number;
  /** `Default Title` when the product has one variant only. */
  title: string;
  sku: string | null;
  price: string;
  compareAtPrice: string | null;
  inventoryQuantity: number;
  /** Whether it is sold when there is none left. */
  inventoryPolicy: 'CONTINUE' | 'DENY';
  selectedOptions: { name: string; value: string }[];
  imageUrl: string | null;
}

/** A product with one change behind it. */
export type StoredProduct = ShopProduct & { updatedAt: string };

export const gid = (type: string, id: number | string): string => `gid://shopify/${type}/${id}`;

/** A product as fields of GraphQL read it. */
export function productSource(product: StoredProduct): Source {
  const { imageUrl, variants, ...plain } = product;
  const source: Source = {
    ...plain,
    id: gid('Product', product.id),
    legacyResourceId: String(product.id),
    featuredMedia: imageUrl && {
      id: gid('MediaImage', product.id),
      alt: null,
      preview: { image: { url: imageUrl, altText: null } },
    },
  };
  source.variants = connection(() =>
    variants.map((variant, place) => variantSource(variant, place + 1, product, source)),
  );
  return source;
}

function variantSource(
  variant: ShopVariant,
  position: number,
  product: StoredProduct,
  productAsSource: Source,
): Source {
  const { imageUrl, ...plain } = variant;
  return {
    ...plain,
    position,
    id: gid('ProductVariant', variant.id),
    legacyResourceId: String(variant.id),
    displayName: `${product.title} - ${variant.title}`,
    availableForSale: variant.inventoryQuantity > 0 || variant.inventoryPolicy === 'CONTINUE',
    image: imageUrl && { url: imageUrl, altText: null },
    updatedAt: product.updatedAt,
    product: productAsSource,
  };
}

/** Thrown by a resolver: an error of the whole query. */
export class QueryError extends Error {}

const MAX_PAGE = 250;

/** A connection: pages of at most 250, whose cursors are places. Bulk operations read it without `first`. */
export function connection(items: () => Source[]): Resolver {
  return ({ first, after, bulk }) => {
    const all = items();
    if (bulk === true) return all;
    if (typeof first !== 'number') throw new QueryError('you must provide one of first or last');
    if (first < 1 || first > MAX_PAGE) throw new QueryError(`first cannot exceed ${MAX_PAGE}`);
    const from = typeof after === 'string' ? Number(Buffer.from(after, 'base64').toString()) + 1 : 0;
    const nodes = all.slice(from, from + first);
    const cursor = (place: number) => Buffer.from(String(place)).toString('base64');
    return {
      nodes,
      edges: nodes.map((node, place) => ({ node, cursor: cursor(from + place) })),
      pageInfo: {
        hasNextPage: from + nodes.length < all.length,
        endCursor: nodes.length > 0 ? cursor(from + nodes.length - 1) : null,
      },
    };
  };
}

/** The body of products/create and products/update: the REST resource, as far as it matters here. */
export function productPayload(product: StoredProduct): object {
  return {
    admin_graphql_api_id: gid('Product', product.id),
    id: product.id,
    title: product.title,
    handle: product.handle,
    status: product.status.toLowerCase(),
    vendor: product.vendor,
    product_type: product.productType,
    body_html: product.descriptionHtml,
    tags: product.tags.join(', '),
    updated_at: product.updatedAt,
    variants: product.variants.map((variant) => ({
      admin_graphql_api_id: gid('ProductVariant', variant.id),
      id: variant.id,
      product_id: product.id,
      title: variant.title,
      sku: variant.sku,
      price: variant.price,
      compare_at_price: variant.compareAtPrice,
      inventory_policy: variant.inventoryPolicy.toLowerCase(),
      inventory_quantity: variant.inventoryQuantity,
      option1: variant.selectedOptions[0]?.value ?? null,
      option2: variant.selectedOptions[1]?.value ?? null,
      option3: variant.selectedOptions[2]?.value ?? null,
      updated_at: product.updatedAt,
    })),
    variant_gids: product.variants.map((variant) => ({
      admin_graphql_api_id: gid('ProductVariant', variant.id),
      updated_at: product.updatedAt,
    })),
  };
}
