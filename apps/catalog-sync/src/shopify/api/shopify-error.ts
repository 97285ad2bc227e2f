/** Access was revoked; the merchant must reinstall the app. */
export class NeedsReinstall extends Error {}

/** Shopify does not answer at present; a retry may succeed. `message` may be shown to the merchant. */
export class ShopifyUnavailable extends Error {}

/** Shopify refused the request; a retry would be refused too. */
export class ShopifyRefused extends Error {}
