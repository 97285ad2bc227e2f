import { enumNames, lowerCaseNames } from './enum-names.js';
import { FeedFormat } from './gen/svc/catalog/v1/feed.js';
import { ImportSource, ImportState } from './gen/svc/catalog/v1/import_run.js';
import { ShopState } from './gen/svc/catalog/v1/shopify_shop.js';

export const importStates = enumNames(ImportState, 'IMPORT_STATE');
export const importSources = enumNames(ImportSource, 'IMPORT_SOURCE');
export const feedFormats = lowerCaseNames(FeedFormat, 'FEED_FORMAT');
export const shopStates = enumNames(ShopState, 'SHOP_STATE');
