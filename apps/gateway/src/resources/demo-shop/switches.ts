/** What the address of a demo page may change, for visitors who try things out and for tests. demo/README.md lists them. */
export interface Switches {
  /** `?csp=strict`: the security policy of a careful shop, Trusted Types included. */
  hasStrictPolicy: boolean;
  /** `?banner=1`: a banner over the page, with a high z-index. */
  hasBanner: boolean;
  /** `?consent=required`: the banner asks, and nothing is reported before the answer. */
  needsConsent: boolean;
  /** `?root=62.5`: the root font size that some shops use. */
  hasSmallRoot: boolean;
  dir: 'ltr' | 'rtl';
  lang: 'en' | 'de';
  /** `?company=none`: the page's domain decides about the company. */
  hasCompanyId: boolean;
  /** `?product=none`: the page's address decides about the product. */
  hasProductId: boolean;
  /** `?auto=off`: no automatic components. */
  hasAutomaticComponents: boolean;
  /** `?drafts=1`: funnels in draft or paused too. */
  includesDrafts: boolean;
  /** `?widget=flow`: the page has a widget of its own, below the product. */
  hasOwnWidget: boolean;
}

/** Unknown values count as none. */
export function readSwitches(query: URLSearchParams): Switches {
  const is = (name: string, value: string) => query.get(name) === value;
  return {
    hasStrictPolicy: is('csp', 'strict'),
    hasBanner: is('banner', '1') || is('consent', 'required'),
    needsConsent: is('consent', 'required'),
    hasSmallRoot: is('root', '62.5'),
    dir: is('dir', 'rtl') ? 'rtl' : 'ltr',
    lang: is('lang', 'de') ? 'de' : 'en',
    hasCompanyId: !is('company', 'none'),
    hasProductId: !is('product', 'none'),
    hasAutomaticComponents: !is('auto', 'off'),
    includesDrafts: is('drafts', '1'),
    hasOwnWidget: is('widget', 'flow'),
  };
}
