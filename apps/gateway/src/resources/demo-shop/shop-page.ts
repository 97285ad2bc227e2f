import { sha256 } from '@svc/kit';
import type { PageAddress } from '../../hosts/funnel-host.js';
import { escapeHtml, escapeJson } from '../../pages/html.js';
import type { ShopFiles } from './shop-files.js';
import type { Switches } from './switches.js';

/** One page of the demo shop. */
export interface ShopPage {
  /** Name of its template. */
  template: string;
  title: string;
  /** Path before the shop's own addresses: `/spa` in the single-page version. */
  base?: string;
  /** Of the page that shows one element by itself; also the name of its part of the template. */
  element?: string;
  /** Of a product page. */
  product?: { slug: string; id: string };
}

/** Calls of the page wait here until the components are loaded. docs/components.md B5.8. */
const STUB = `for (const name of ['svcAnalysisPopup', 'svcFloatingActionButton']) window[name] ||= {
  q: [],
  open(...a) { this.q.push(['open', a]); },
  close(...a) { this.q.push(['close', a]); },
};`;

/** @returns the page with its headers. Text is escaped for the place it is inserted at. */
export function renderShopPage(
  page: ShopPage,
  options: { files: ShopFiles; address: PageAddress; switches: Switches },
): { html: string; headers: Record<string, string> } {
  const { files, address, switches } = options;
  const { scheme, baseDomain } = address;
  const platform = `${scheme}://${baseDomain}`;
  const script = `window.SVC_AI = ${escapeJson(JSON.stringify(createSettings(page, files, switches)))};\n${STUB}`;
  const getTemplate = (name: string) => files.templates.get(name) ?? '';
  const fill = (template: string, values: Record<string, string>) =>
    template.replace(/\{\{(\w+)\}\}/g, (_found, name: string) => values[name] ?? '');
  const values = {
    funnel: escapeHtml(`${scheme}://${files.funnel}.${baseDomain}/`),
    product: escapeHtml(page.product?.slug ?? ''),
    widget: switches.hasOwnWidget ? '<svc-widget></svc-widget>' : '',
    element: page.element ?? '',
  };
  const live = fill(getTemplate(values.element), values);
  const content = fill(getTemplate(page.template), { ...values, live });
  const html = fill(getTemplate('layout'), {
    html: `<html lang="${switches.lang}" dir="${switches.dir}"${switches.hasSmallRoot ? ' class="root-62"' : ''}>`,
    title: escapeHtml(page.title),
    settings: `<script>${script}</script>`,
    platform: escapeHtml(platform),
    base: page.base ?? '',
    content,
    banner: switches.hasBanner ? getTemplate('banner') : '',
  });
  return {
    html,
    headers: {
      'Content-Security-Policy': (switches.hasStrictPolicy ? createStrictPolicy(script, address) : BASIC_POLICY).join(
        '; ',
      ),
      'X-Robots-Tag': 'noindex',
    },
  };
}

const createSettings = ({ product }: ShopPage, files: ShopFiles, switches: Switches) => ({
  ...(switches.hasCompanyId && { COMPANY_ID: files.companyKey }),
  ...(product && switches.hasProductId && { PRODUCT_ID: product.id }),
  ...(!switches.hasAutomaticComponents && { NO_AUTOMATIC_COMPONENT_CREATION: true }),
  ...(switches.includesDrafts && { INCLUDE_DRAFT_FUNNEL: true }),
  ...(switches.needsConsent && { CONSENT: 'denied' }),
});

/** Most shops have no more than this. */
const BASIC_POLICY = ["base-uri 'none'", "frame-ancestors 'none'"];

/** What docs/components-guide.md "Security policy" asks of a shop, and nothing more. */
const createStrictPolicy = (script: string, { scheme, baseDomain }: PageAddress): string[] => [
  "default-src 'none'",
  `script-src 'self' ${scheme}://${baseDomain} 'sha256-${sha256(script).toString('base64')}'`,
  "style-src 'self'",
  `img-src 'self' ${scheme}://${baseDomain}`,
  `connect-src 'self' ${scheme}://${baseDomain} ${scheme}://*.${baseDomain}`,
  `frame-src ${scheme}://*.${baseDomain}`,
  "form-action 'none'",
  ...BASIC_POLICY,
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];
