/** What migrations use: few modules, so that the first start of a service loads no others for them. */
export * from './db/isolate-companies.js';
export * from './db/notify-of-changes.js';
export * from './jobs/jobs-table.js';
