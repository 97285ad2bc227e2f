/** The shop does not let itself be read any more: the merchant has to consent anew. */
export class NeedsReinstall extends Error {}

/** Shopify could not or would not answer now. `message` is fit for the merchant's eyes. */
export class ShopifyUnavailable extends Error {}

/** Shopify refused what it was asked for, for a reason of its own; asking again changes nothing soon. */
export class ShopifyRefused extends Error {}
