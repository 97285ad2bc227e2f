const EMAIL = /[\p{L}\p{N}._%+-]+\s?@\s?[\p{L}\p{N}.-]+\.\p{L}{2,}/gu;
const CARD = /\b(?:\d[ -]?){13,19}\b/g;
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/gi;
const PHONE = /(?<![\d.,])(?:\+|00|0)\d(?:[ /().-]?\d){6,14}(?!\d)/g;

/** Whether a text contains an e-mail address, or a number of a card, an account or a telephone. */
export function hasPersonalData(text: string): boolean {
  return /\[(?:e-mail|account|card|phone)\]/.test(redactPersonalData(text));
}

/** A text as it may be stored and sent to a model: addresses and numbers of persons are replaced by their kind. */
export function redactPersonalData(text: string): string {
  return (
    text
      .normalize('NFKC')
      // Invisible characters would divide an address or a number.
      .replace(/\p{Cf}/gu, '')
      .replace(EMAIL, '[e-mail]')
      .replace(IBAN, '[account]')
      .replace(CARD, '[card]')
      .replace(PHONE, '[phone]')
  );
}
