/** What an address of a funnel's host shows. */
export type PageRoute = { view: 'quiz' } | { view: 'result'; analysisId: string };

const RESULT_PATH = /^\/r\/([^/]+)\/?$/;

export function readRoute(pathname: string): PageRoute {
  const [, id] = RESULT_PATH.exec(pathname) ?? [];
  if (id === undefined) return { view: 'quiz' };
  try {
    return { view: 'result', analysisId: decodeURIComponent(id) };
  } catch {
    return { view: 'result', analysisId: id };
  }
}

/** Address of a result on this host. */
export const resultPath = (analysisId: string): string => `/r/${encodeURIComponent(analysisId)}`;

/** The same address in another language. */
export function inLocale(href: string, locale: string): string {
  const url = new URL(href);
  url.searchParams.set('locale', locale);
  return url.href;
}

/** The language of the list that comes nearest to what is wanted: the same tag, else the same language. */
export function nearestLocale(wanted: string, locales: readonly string[]): string | undefined {
  const tag = wanted.toLowerCase();
  const language = tag.split('-')[0];
  return (
    locales.find((locale) => locale.toLowerCase() === tag) ??
    locales.find((locale) => locale.toLowerCase().split('-')[0] === language)
  );
}
