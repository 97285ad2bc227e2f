import type { Schemas } from '../../api/client.js';
import type { TextKey, Translator } from '../../i18n/translator.js';

/** What a new funnel begins with. */
export const TEMPLATES = ['question', 'three', 'empty'] as const;
export type Template = (typeof TEMPLATES)[number];

type Step = NonNullable<Schemas['FunnelRequest']['steps']>[number];

/** The questions of a template in the user's language; undefined: none. */
export function createTemplate(template: Template, t: Translator['t']): Step[] | undefined {
  const options = (texts: Record<string, TextKey>) =>
    Object.entries(texts).map(([key, text], orderNumber) => ({ key, orderNumber, caption: t(text) }));
  const goal: Step = {
    ...{ id: 1, key: 'goal', type: 'SINGLE_SELECTION', orderNumber: 0, title: t('funnels.template.goal') },
    selections: options({ care: 'funnels.template.goal.care', makeup: 'funnels.template.goal.makeup' }),
  };
  if (template === 'question') return [goal];
  if (template === 'empty') return undefined;
  return [
    goal,
    {
      ...{ id: 2, key: 'skin', type: 'MULTI_SELECTION', orderNumber: 1, title: t('funnels.template.skin') },
      selections: options({
        dry: 'funnels.template.skin.dry',
        oily: 'funnels.template.skin.oily',
        sensitive: 'funnels.template.skin.sensitive',
      }),
    },
    { id: 3, key: 'age', type: 'AGE', orderNumber: 2, title: t('funnels.template.age'), required: false },
  ];
}
