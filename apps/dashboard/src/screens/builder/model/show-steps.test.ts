import type { FunnelPage } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { createOption, createStep } from '../../../shared/edit/model/change-steps.js';
import { showSteps } from './show-steps.js';

const step = {
  ...createStep([], 'SINGLE_SELECTION', 'Your skin?', []),
  title: { default: 'Your skin?', de: 'Deine Haut?' },
  selections: [createOption([], 'Dry'), createOption([], '')],
};
const page: Pick<FunnelPage, 'version' | 'locale' | 'locales' | 'steps'> = {
  version: { id: 'edit-1', number: 2 },
  locale: 'en',
  locales: ['en', 'de'],
  steps: [],
};
const show = (language?: string) => showSteps(page as FunnelPage, [step], language);

describe('the page with what was typed since it was rendered (docs/dashboard.md Y16.1)', () => {
  it('has the questions as they are by now, and everything else as the service has rendered it', () => {
    expect(show()).toMatchObject({ version: page.version, locale: 'en', locales: page.locales });
    expect(show().steps).toMatchObject([{ id: step.id, title: 'Your skin?', selections: [{ caption: 'Dry' }, {}] }]);
  });

  it('is in the language that is shown next to the default, and else in that of the page', () => {
    expect(show('de')).toMatchObject({ locale: 'de', steps: [{ title: 'Deine Haut?' }] });
    // A text that is missing is that of the company's language.
    expect(show('fr').steps[0]?.title).toBe('Your skin?');
    expect(show('no language').locale).toBe('en');
  });
});
