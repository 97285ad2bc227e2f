import type { FunnelBlueprint, Selection, Step } from '@svc/domain';
import { buildSelection, buildStep } from '@svc/domain/testing';

let subdomains = 0;
/** A sub-domain that no other test of the file uses. */
export const freshSubdomain = (): string => `funnel-${++subdomains}`;

/** An option with defaults. */
export const option = (key: string, more: Partial<Selection> = {}): Selection => buildSelection(key, [], more);

/** A single-selection step with defaults and two options. */
export const step = (id: number, more: Partial<Step> = {}): Step =>
  buildStep(id, 'SINGLE_SELECTION', { selections: [option('a'), option('b', { orderNumber: 1 })], ...more });

/** A funnel with a fresh sub-domain. */
export const funnel = (more: Partial<FunnelBlueprint> = {}): FunnelBlueprint => ({
  subdomain: freshSubdomain(),
  ...more,
});
