export * from './events/add-to-cart-event.js';
export * from './events/analysis-events.js';
export * from './events/integrator-events.js';
export * from './events/notice-events.js';
export * from './events/variant-clicked-event.js';
export * from './settings.js';
export * from './storage/analyses.js';
export * from './storage/recommended-variants.js';
export { browserStorage, type RecordStorage } from './storage/record-list.js';
