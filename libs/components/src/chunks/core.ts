/** Chunk `core`: what several other chunks use. They import it from here, so everything that they use is exported. */
export * from '../elements/shared/apply-theme.js';
export * from '../elements/shared/dom.js';
export * from '../elements/shared/find-funnel.js';
export * from '../elements/shared/page-data.js';
export * from '../elements/shared/properties.js';
export * from '../elements/shared/svc-element.js';
export { SvcPopupClosedEvent, SvcPopupOpenedEvent } from '../events/notice-events.js';
export { readAnalyses } from '../storage/analyses.js';
export { findKnownAnalysis } from '../storage/find-known-analysis.js';
export { isObject } from '../storage/record-list.js';
