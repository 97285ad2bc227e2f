import { describe, expect, it } from 'vitest';
import { getAttribution } from './attribution.js';

describe("the part of a shop page's query that reaches the funnel (docs/components.md B7.8)", () => {
  it('is campaign parameters only: tokens and addresses stay in the shop', () => {
    const search = '?utm_source=mail&utm_x=1&gclid=G&ref=r&email=ada%40example.com&token=secret&cart=1&q=serum';
    expect(getAttribution(search)).toBe('utm_source=mail&utm_x=1&gclid=G&ref=r');
  });

  it.each(['gclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid', 'ttclid', 'epik', 'ref', 'campaign'])(
    'contains %s',
    (name) => {
      expect(getAttribution(`?${name}=a%26b`)).toBe(`${name}=a%26b`);
    },
  );

  it('contains what the company allows in addition, by its exact name', () => {
    expect(getAttribution('?affiliate=7&Affiliate=8&affiliates=9', ['affiliate'])).toBe('affiliate=7');
  });

  it('a value of more than 512 characters is left out', () => {
    const [long, longest] = ['x'.repeat(513), 'x'.repeat(512)];
    expect(getAttribution(`?utm_term=${long}&utm_content=${longest}`)).toBe(`utm_content=${longest}`);
  });

  it.each(['', '?', '?session=1', '?utm=1'])('is absent for %j', (search) => {
    expect(getAttribution(search)).toBeNull();
  });
});
