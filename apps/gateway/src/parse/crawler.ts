import { createIsbotFromList } from 'isbot';

/**
 * Names by which crawlers call themselves, as patterns of `isbot`. Its own list also has programs, libraries and headless browsers, with
 * which developers try the API; these are no crawlers here. docs/insight.md N2.7, ADR 103.
 */
const CRAWLERS = [
  // Googlebot, bingbot, AhrefsBot, Applebot, Mail.RU_Bot; not phones of the brand Cubot.
  '(?<! cu)bots?(?:\\b|_)',
  ...['crawl', 'spider', 'slurp', 'scrap(?:er|y)\\b'],
  ...['facebookexternalhit', 'facebookcatalog', 'ia_archiver', 'archiver\\b', 'heritrix', 'nutch', 'httrack'],
  ...['(?:apis|feedfetcher|mediapartners)-google', 'google-(?:inspectiontool|read-aloud|extended)', 'googleother'],
  ...['bingpreview', 'ask jeeves/teoma', 'daum[ /]', 'chatgpt-user', 'perplexity-user', 'claude-user'],
];

/** Whether a user agent names itself a crawler: what it reports is answered as usual and not stored. */
export const namesCrawler: (userAgent: string) => boolean = createIsbotFromList(CRAWLERS);
