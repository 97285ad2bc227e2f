import type { FunnelPage } from '@svc/domain';
import { html, nothing, type TemplateResult } from 'lit';
import { nearestLocale } from './page-route.js';
import { languageName } from './shared/i18n/language-name.js';
import type { PageText } from './shared/i18n/page-texts.js';
import type { Translate } from './shared/i18n/translator.js';
import { webAddress } from './shared/web-address.js';

/** What stands above every view: the company, the languages, and that a draft is only a draft. */
export function pageHead(
  page: FunnelPage,
  say: Translate<PageText>,
  onLanguage: (tag: string) => void,
): TemplateResult {
  const { company, theme, locales, isPreview, version } = page;
  const logo = webAddress(theme.logoUrl);
  return html`
    <header>
      ${isPreview ? html`<p class="note preview">${say('page.preview', { number: version.number })}</p>` : nothing}
      <div class="head">
        <div class="brand">${logo ? html`<img src=${logo} alt=${company.name} />` : company.name}</div>
        ${locales.length > 1 ? languages(page, say, onLanguage) : nothing}
      </div>
    </header>
  `;
}

function languages({ locale, locales }: FunnelPage, say: Translate<PageText>, onLanguage: (tag: string) => void) {
  const shown = nearestLocale(locale, locales);
  return html`
    <label class="language">
      <span class="unseen">${say('page.language')}</span>
      <select @change=${(event: Event) => onLanguage((event.currentTarget as HTMLSelectElement).value)}>
        ${locales.map(
          (tag) => html`<option value=${tag} lang=${tag} ?selected=${tag === shown}>${languageName(tag)}</option>`,
        )}
      </select>
    </label>
  `;
}

/** The foot of the page: whose questionnaire it is, and how the answers are used. */
export function pageFoot({ company, theme }: FunnelPage, say: Translate<PageText>) {
  const privacyUrl = webAddress(company.privacyUrl);
  if (!privacyUrl && !theme.logoUrl) return nothing;
  const privacy = html`<a href=${privacyUrl ?? ''} target="_blank" rel="noopener noreferrer">${say('page.privacy')}</a>`;
  return html`
    <footer class="foot muted">
      ${theme.logoUrl ? html`<span>${company.name}</span>` : nothing} ${privacyUrl ? privacy : nothing}
    </footer>
  `;
}

/** A view that is only a message. */
export const messageView = (say: Translate<PageText>, title: PageText, text: PageText): TemplateResult =>
  html`<div class="message">
    <h1 tabindex="-1">${say(title)}</h1>
    <p class="muted">${say(text)}</p>
  </div>`;
