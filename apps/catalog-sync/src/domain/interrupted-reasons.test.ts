import { describe, expect, it } from 'vitest';
import {
  abandonedReason,
  expiredReason,
  fullReason,
  interruptedReason,
  reasonsBySource,
  stoppedReason,
  supersededReason,
} from './interrupted-reasons.js';

const REASONS = {
  stoppedReason,
  interruptedReason,
  abandonedReason,
  fullReason,
  supersededReason,
  expiredReason: (source: 'UPLOAD' | 'FEED' | 'SHOPIFY') => expiredReason(source, 30),
};

describe.each(Object.entries(REASONS))('%s', (_, reason) => {
  it('asks for another upload only where there was one, and names the feed or the shop otherwise', () => {
    expect(reason('UPLOAD')).toMatch(/Upload the file again/);
    expect(reason('FEED')).toMatch(/feed/);
    expect(reason('SHOPIFY')).toMatch(/shop/);
    for (const source of ['FEED', 'SHOPIFY'] as const) expect(reason(source)).not.toMatch(/upload/i);
  });

  it('is found by its source in a statement', () => {
    expect(JSON.parse(reasonsBySource(reason))).toEqual({
      UPLOAD: reason('UPLOAD'),
      FEED: reason('FEED'),
      SHOPIFY: reason('SHOPIFY'),
    });
  });
});
