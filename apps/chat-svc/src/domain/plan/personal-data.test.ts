import { expect, it } from 'vitest';
import { hasPersonalData, redactPersonalData } from './personal-data.js';

it.each([
  ['mail an anna.test@example.org bitte', 'mail an [e-mail] bitte'],
  ['card 4111 1111 1111 1111', 'card [card]'],
  ['IBAN DE89 3704 0044 0532 0130 00', 'IBAN [account]'],
  ['ruf +49 170 1234567 an', 'ruf [phone] an'],
  ['0170/1234567', '[phone]'],
])('personal data is removed: %s', (text, redacted) => {
  expect(redactPersonalData(text)).toBe(redacted);
});

it.each(['Lippenstift unter 20 €', 'size 39 or 40', 'order 12345', 'SPF 50', '10 ml', 'jeans 100-150 euro'])(
  'nothing is removed from %s',
  (text) => {
    expect(hasPersonalData(text)).toBe(false);
  },
);
