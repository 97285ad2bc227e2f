const MAX_LENGTH = 254;
const SHAPE = /^[^\s@<>(),;:"\\]{1,64}@[^\s@<>(),;:"\\.]+(?:\.[^\s@<>(),;:"\\.]+)+$/u;

/** True for what can be an address of mail. Whether it exists is known only when a mail to it was answered. */
export const isEmail = (value: string): boolean =>
  value.length <= MAX_LENGTH && SHAPE.test(value) && !/[\p{Cc}\p{Cs}]/u.test(value);

/** What two spellings of one address have in common. docs/identity.md I1.1. */
export const toEmailKey = (email: string): string => email.normalize('NFC').toLowerCase();
