import { DEFAULT_PAGE_THEME, type FunnelPage } from '@svc/domain';
import { createStyles, renderDocument, renderLogo } from './document.js';
import { escapeHtml } from './html.js';
import type { HtmlAnswer } from './html-answer.js';
import { PAGE_CSS } from './page-css.js';
import { createPageHeaders } from './page-headers.js';
import { type NoticeKind, type PageTexts, selectPageTexts } from './page-texts.js';

/** What a notice shows of a company. */
export type Branding = Pick<FunnelPage, 'company' | 'theme' | 'domains' | 'locale'>;

/**
 * A page without a script that explains an error and what the visitor can do. In the visitor's language, with the
 * branding of the company where it is known.
 * @param options.requestId - shown for support; absent: nothing on our side is wrong.
 */
export function renderNotice(
  kind: NoticeKind,
  options: { languages: readonly string[]; branding?: Branding | undefined; requestId?: string },
): HtmlAnswer {
  const { branding, requestId } = options;
  const theme = branding?.theme ?? DEFAULT_PAGE_THEME;
  const { lang, texts } = selectPageTexts([...options.languages, ...(branding ? [branding.locale] : [])]);
  const styles = createStyles(theme, PAGE_CSS);
  const logo = branding ? renderLogo(theme, branding.company.name) : '';
  const html = renderDocument({
    lang,
    title: texts.notices[kind].title,
    theme,
    isIndexed: false,
    styles,
    body: renderNoticeMain(kind, texts, { logo, requestId }),
  });
  const domains = branding?.domains ?? [];
  return {
    headers: createPageHeaders({ styles, theme, domains, hasScript: false, isIndexed: false }),
    body: Buffer.from(html),
  };
}

/** The notice itself. */
export function renderNoticeMain(
  kind: NoticeKind,
  texts: PageTexts,
  { logo = '', requestId }: { logo?: string; requestId?: string | undefined },
): string {
  const { title, text, action } = texts.notices[kind];
  return [
    `<main class="frame notice">${logo}<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`,
    action ? `<p><a class="action" href="${action.to === 'start' ? '/' : ''}">${escapeHtml(action.label)}</a></p>` : '',
    requestId ? `<p class="small">${escapeHtml(texts.reference)}: ${escapeHtml(requestId)}</p>` : '',
    '</main>',
  ].join('');
}
