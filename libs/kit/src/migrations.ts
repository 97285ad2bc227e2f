/** What migrations use: few modules, so that the first start of a service loads no others for them. */

export { createChangeCursor, dropChangeCursor } from './db/changes/change-cursor.js';
export * from './db/changes/notify-of-changes.js';
export { createIndex } from './db/schema/create-index.js';
export * from './db/schema/isolate-companies.js';
export { toLockStatement, toShareStatement, toTryShareCondition } from './db/statements/named-lock.js';
export * from './jobs/jobs-table.js';
