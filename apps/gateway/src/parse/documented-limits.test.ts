import { readFileSync } from 'node:fs';
import {
  FEED_INTERVAL_HOURS,
  MATCH_BROWSER_AGE_S,
  MATCH_CDN_AGE_S,
  MATCH_CDN_STALE_S,
  MAX_ACTIVE_API_KEYS,
  MAX_ANALYSIS_BODY_BYTES,
  MAX_BLUEPRINT_VALUES,
  MAX_ELIGIBLE_VARIANTS,
  MAX_JSON_VALUES,
  MAX_MATCH_IDS,
  MAX_MATCH_QUERY_BYTES,
  MAX_MATCH_RESPONSE_BYTES,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_SIDE,
  MAX_PICTURES,
  MAX_PICTURES_BYTES,
  MAX_SELFIE_BYTES,
  MAX_SELFIE_PIXELS,
  MIN_SELFIE_SIDE,
} from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { describe, expect, it } from 'vitest';

const page = readFileSync(new URL('../../../../docs/contract.md', import.meta.url), 'utf8');
const section = page.slice(page.indexOf('## C18 '), page.indexOf('**C18.2**'));
const UNITS: Record<string, number> = { KiB: 1024, MiB: 1024 * 1024, megapixels: 1_000_000 };

/** The numbers of each row of the table, in their base unit. */
const documented = section.split('\n').flatMap((line) => {
  const [, limit = '', value = ''] = line.split('|').map((cell) => cell.trim());
  const numbers = [...value.matchAll(/(\d[\d,]*)(?: (\w+))?/g)];
  if (numbers.length === 0) return [];
  const values = numbers.map(([, digits = '', unit = '']) => Number(digits.replaceAll(',', '')) * (UNITS[unit] ?? 1));
  return [[limit, values] as const];
});

describe('limits of the contract', () => {
  it('each number of the table is that of a named constant (docs/contract.md C18.2)', () => {
    expect(documented).toEqual([
      ['active Company API Keys of a company', [MAX_ACTIVE_API_KEYS]],
      ['body of a create or a submission', [MAX_ANALYSIS_BODY_BYTES]],
      ['values of a JSON body', [MAX_JSON_VALUES, MAX_BLUEPRINT_VALUES]],
      ['decoded selfie', [MAX_SELFIE_BYTES, MAX_SELFIE_PIXELS, MIN_SELFIE_SIDE]],
      ['uploaded picture', [MAX_PICTURE_BYTES, MAX_PICTURE_SIDE]],
      ['uploaded pictures of a company', [MAX_PICTURES, MAX_PICTURES_BYTES]],
      ['encoded query of a match', [MAX_MATCH_QUERY_BYTES]],
      ['`productId` and `variantId` values of a match', [MAX_MATCH_IDS]],
      ['eligible variants of a match', [MAX_ELIGIBLE_VARIANTS]],
      ['serialized match result', [MAX_MATCH_RESPONSE_BYTES]],
      ['caching of a match', [MATCH_BROWSER_AGE_S, MATCH_CDN_AGE_S, MATCH_CDN_STALE_S]],
      ['retry hint of a running request', [new ServiceError('REQUEST_IN_PROGRESS', '').retryAfterS]],
      ['interval of a product feed', [FEED_INTERVAL_HOURS]],
    ]);
  });
});
