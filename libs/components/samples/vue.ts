/** The elements in templates of Vue: what compiles, and what must not. Compiled by src/framework-types.test.ts. */
import type {} from '@svc/components/vue';
import type { GlobalComponents } from 'vue';

type Props<Tag extends keyof GlobalComponents> = InstanceType<GlobalComponents[Tag]>['$props'];

export const analysis: Props<'svc-analysis'> = {
  funnel: 'beauty',
  source: 'landing',
  forceStart: true,
  'scroll-offset': 80,
  locale: 'de',
  class: 'quiz',
};

export const open = (popup: InstanceType<GlobalComponents['svc-analysis-popup']>): Promise<boolean> =>
  popup.open('beauty', 'hero');

// @ts-expect-error: a distance is a number.
export const wrongType: Props<'svc-analysis'> = { scrollOffset: '80' };
// @ts-expect-error: no such property.
export const wrongName: Props<'svc-widget'> = { collapsed: true };
// @ts-expect-error: no such element.
export type Unknown = Props<'svc-unknown'>;
