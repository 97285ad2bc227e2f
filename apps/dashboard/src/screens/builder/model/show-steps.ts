import { type FunnelPage, isLocale, renderSteps } from '@svc/domain';
import { type Step, toDomainSteps } from '../../../shared/edit/model/steps.js';

/**
 * A page of the service with the questions as they are by now, so that the preview shows a letter without asking the service again. What is
 * not of the questions stays, and so does the id of its version.
 * @param language - of the texts; undefined: that of the page.
 */
export function showSteps(page: FunnelPage, steps: readonly Step[], language: string | undefined): FunnelPage {
  const locale = language !== undefined && isLocale(language) ? language : page.locale;
  // The first language of a page is the company's.
  const companyLanguage = page.locales[0] ?? page.locale;
  return { ...page, locale, steps: renderSteps(toDomainSteps(steps), locale, companyLanguage) };
}
