export { adminDocumentProblems } from './admin-schema.js';
export type { Faults } from './faults.js';
export { signQuery } from './oauth.js';
export type { ShopProduct, ShopVariant } from './product.js';
export { sampleProduct } from './sample-product.js';
export type { StandInShop } from './stand-in-shop.js';
export { type ShopifyStandIn, type StandInOptions, startShopify } from './start-shopify.js';
export { type Delivery, type DeliveryOptions, type WebhookEvent, webhookHeaders } from './webhook-event.js';
