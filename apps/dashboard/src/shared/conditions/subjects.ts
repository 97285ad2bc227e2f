import type { EnumField } from '@svc/domain';
import type { TextKey } from '../../i18n/translator.js';

/** What is known of a shopper, as a heading or a choice. */
export const SUBJECTS = {
  hairColor: 'condition.subject.hair',
  eyeColor: 'condition.subject.eyes',
  skinColor: 'condition.subject.skin',
  skinUndertone: 'condition.subject.undertone',
  ageRange: 'condition.subject.age',
} as const satisfies Record<EnumField, TextKey>;
