import { describe, expect, it } from 'vitest';
import { namesCrawler } from './crawler.js';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)';

/** docs/insight.md N2.7. */
describe('a user agent names itself a crawler', () => {
  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
    'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
    'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
    `${CHROME}; compatible; GPTBot/1.2; +https://openai.com/gptbot`,
    'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
    'Mozilla/5.0 (compatible; Linux x86_64; Mail.RU_Bot/2.0)',
    'Mediapartners-Google',
    'AdsBot-Google (+http://www.google.com/adsbot.html)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webcrawlers)',
    'Scrapy/2.11 (+https://scrapy.org)',
  ])('yes: %s', (userAgent) => expect(namesCrawler(userAgent)).toBe(true));

  it.each([
    '',
    `${CHROME} Chrome/140.0.0.0 Safari/537.36`,
    `${CHROME} HeadlessChrome/140.0.0.0 Safari/537.36`,
    'Mozilla/5.0 (Linux; Android 14; CUBOT P80) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/340.0 Mobile/15E148 Safari/604.1',
    'curl/8.5.0',
    'Wget/1.21.4',
    'node',
    'undici',
    'axios/1.7.9',
    'python-requests/2.32.3',
    'okhttp/4.12.0',
    'Go-http-client/2.0',
    'Apache-HttpClient/4.5.14 (Java/17.0.2)',
    'Google-HTTP-Java-Client/1.44.2 (gzip)',
    'PostmanRuntime/7.43.0',
    'k6/0.57.0 (https://k6.io/)',
    'Ruby',
    'GuzzleHttp/7',
  ])('no: %j', (userAgent) => expect(namesCrawler(userAgent)).toBe(false));
});
