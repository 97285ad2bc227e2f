import type { PresentedTab, VariantDescription } from '../matching/presented-match.js';

/** What is shown of a variant. */
export interface CatalogCard {
  variantId: string;
  productId: string;
  productName: string;
  variantName: string;
  /** The variant's address, else the product's. */
  link?: string;
  /** The variant's picture, else the product's. */
  imageUrl?: string;
  shortDescription?: string;
  /** Shade, `#rrggbb`. */
  color?: string;
  /** Decimal string with a point. */
  price?: string;
  compareAtPrice?: string;
  /** ISO 4217. */
  currency?: string;
  available: boolean;
}

/** A product card of the result page. */
export interface ResultCard extends CatalogCard, VariantDescription {}

/** Cards of a tab (of the list, where there are no tabs) that come with the first answer; the rest on demand. */
export const RESULT_CARDS_PER_TAB = 24;
/** Cards of all tabs together that come with the first answer; later tabs of a page with many are filled on demand. */
export const MAX_FIRST_CARDS = 240;
/** Maximum number of cards in one request. */
export const MAX_RESULT_CARDS = 48;

/** Answer of `GET /api/results/{analysisId}` on a funnel's host. Nothing personal but the color type. */
export interface ResultView {
  analysisId: string;
  /** Sub-domain. */
  funnel: string;
  isPreview: boolean;
  locale: string;
  /** Null: the answers do not give one, or the company's funnel does not ask for it. */
  colorType: { type: string; name: string } | null;
  resultPage: boolean;
  /** All ids, best first. */
  variants: string[];
  tabs: PresentedTab[];
  /** The first of each tab, by variant id, with the members of their sets. Variants that left the catalog are omitted. */
  cards: Record<string, ResultCard>;
  /** Only with `links=true`: addresses of all variants that have one, by id, for the shop page that embeds the result. */
  links?: Record<string, string>;
}

/** Answer of `GET /api/results/{analysisId}/cards?variantId=…` (at most 48). */
export interface ResultCards {
  cards: Record<string, ResultCard>;
}
