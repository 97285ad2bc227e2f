import type { FunnelBlueprint, Selection, Step } from '@svc/domain';

let subdomains = 0;
/** A sub-domain that no other test of the file uses. */
export const freshSubdomain = (): string => `funnel-${++subdomains}`;

/** An option with defaults. */
export function option(key: string, more: Partial<Selection> = {}): Selection {
  return {
    key,
    orderNumber: 0,
    caption: { default: key },
    formerKeys: [],
    tags: { require: [], prefer: [], avoid: [] },
    ...more,
  };
}

/** A single-selection step with defaults and two options. */
export function step(id: number, more: Partial<Step> = {}): Step {
  return {
    id,
    key: `step_${id}`,
    type: 'SINGLE_SELECTION',
    orderNumber: id,
    title: { default: `Question ${id}` },
    formerIds: [],
    required: true,
    strict: false,
    showWhen: null,
    selections: [option('a'), option('b', { orderNumber: 1 })],
    settings: {},
    ...more,
  };
}

/** A funnel with a fresh sub-domain. */
export const funnel = (more: Partial<FunnelBlueprint> = {}): FunnelBlueprint => ({
  subdomain: freshSubdomain(),
  ...more,
});
