/** A text in the languages of the chat; the company's language is always there. */
export interface LocalizedText {
  readonly en?: string | undefined;
  readonly de?: string | undefined;
}

/** A variant of the company's catalog, as far as the chat knows it. Missing facts are absent and are never filled in. */
export interface ChatVariant {
  readonly id: string;
  readonly productId: string;
  /** The whole name: product and variant. */
  readonly name: string;
  readonly price?: { readonly amount: number; readonly currency: string } | undefined;
  readonly available: boolean;
  readonly vendor?: string | undefined;
  readonly line?: string | undefined;
  readonly packageSize?: string | undefined;
  readonly description?: string | undefined;
  /** `#rrggbb`. */
  readonly color?: string | undefined;
  /** `namespace:value`, feed and tagging together. */
  readonly tags: readonly string[];
  readonly link?: string | undefined;
  readonly image?: string | undefined;
}

/** Words of the company that stand for tags: captions of options, names of tabs. */
export interface Caption {
  readonly text: LocalizedText;
  readonly tags: readonly string[];
}

/** One version of a company's catalog. A position in `variants` is a variant's document number. */
export interface ChatCatalog {
  readonly variants: readonly ChatVariant[];
  readonly captions: readonly Caption[];
}
