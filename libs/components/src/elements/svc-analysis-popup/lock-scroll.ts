const owners = new Set<object>();
let unlock: (() => void) | undefined;

/**
 * Keeps the page behind a dialog where it is, until every owner released it. Position and width of the page do not change: the
 * gutter of a scrollbar stays where there was one. iOS scrolls pages in spite of `overflow`, so `body` is fixed there.
 */
export function lockScroll(owner: object): void {
  owners.add(owner);
  if (unlock) return;
  const { documentElement } = document;
  const hasScrollbar = innerWidth > documentElement.clientWidth;
  const top = scrollY;
  const isIos = CSS.supports('-webkit-touch-callout', 'none');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `html{overflow:hidden!important;${hasScrollbar ? 'scrollbar-gutter:stable' : ''}}${
      isIos ? `body{position:fixed!important;top:${-top}px;left:0;right:0}` : ''
    }`,
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  unlock = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    if (isIos) scrollTo({ top, behavior: 'instant' });
  };
}

export function releaseScroll(owner: object): void {
  owners.delete(owner);
  if (owners.size > 0) return;
  unlock?.();
  unlock = undefined;
}
