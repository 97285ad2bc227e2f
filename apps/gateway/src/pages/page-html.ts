import type { FunnelPage } from '@svc/domain';
import type { PageAssets } from '../built-files/page-assets.js';
import { createStyles, renderDocument, renderLogo } from './document.js';
import { escapeHtml, escapeJson } from './html.js';
import type { HtmlAnswer } from './html-answer.js';
import { renderNoticeMain } from './notice-html.js';
import { NO_SCRIPT_CSS, PAGE_CSS } from './page-css.js';
import { createPageHeaders } from './page-headers.js';
import { type PageTexts, selectPageTexts } from './page-texts.js';

/**
 * The page of a funnel's host in one answer: the funnel stands in it, so that the first step needs no second request. What the
 * shopper sees before the script draws is in `svc-page`; the script replaces it.
 * @param json - the same page as it came, UTF-8.
 */
export function renderFunnelPage(
  page: FunnelPage,
  json: string,
  assets: PageAssets,
  { isResult }: { isResult: boolean },
): HtmlAnswer {
  const { theme } = page;
  const { texts } = selectPageTexts([page.locale, ...page.locales]);
  const isIndexed = !isResult && !page.isPreview;
  const styles = createStyles(theme, PAGE_CSS);
  const preload = [...assets.preload, ...(isResult ? assets.resultPreload : [])];
  const paused = page.paused && !isResult;
  const waiting = paused
    ? renderNoticeMain('paused', texts, { logo: renderLogo(theme, page.company.name) })
    : renderLoading(page, texts);
  const html = renderDocument({
    lang: getTextLanguage(page),
    title: page.company.name === page.funnel.name ? page.funnel.name : `${page.funnel.name} · ${page.company.name}`,
    theme,
    isIndexed,
    styles,
    head: [
      ...(paused ? [] : [`<noscript><style>${NO_SCRIPT_CSS}</style></noscript>`]),
      ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
      `<script type="module" src="${assets.script}"></script>`,
      ...preload.map((href) => `<link rel="modulepreload" href="${href}">`),
      '',
    ].join('\n'),
    body: [
      `<svc-page>${waiting}</svc-page>`,
      ...(paused ? [] : [`<noscript><main class="frame"><p>${escapeHtml(texts.noScript)}</p></main></noscript>`]),
      `<script type="application/json" id="page">${escapeJson(json)}</script>`,
    ].join('\n'),
  });
  return {
    headers: createPageHeaders({
      styles: [...styles, NO_SCRIPT_CSS],
      theme,
      domains: page.domains,
      hasScript: true,
      isIndexed,
    }),
    body: Buffer.from(html),
  };
}

/** The language of the texts: the company's if the steps have none in the requested one. */
function getTextLanguage({ locale, locales }: FunnelPage): string {
  const [language] = locale.split('-');
  return locales.some((other) => other.split('-')[0] === language) ? locale : (locales[0] ?? locale);
}

const renderLoading = ({ funnel }: FunnelPage, texts: PageTexts): string =>
  `<main class="frame"><h1 class="unseen">${escapeHtml(funnel.name)}</h1>` +
  `<p class="unseen" role="status">${escapeHtml(texts.loading)}</p>` +
  '<div class="bar"></div><div class="line"></div><div class="box"></div><div class="box"></div><div class="box"></div>' +
  `<p class="late">${escapeHtml(texts.late)} <a href="">${escapeHtml(texts.again)}</a></p></main>`;
