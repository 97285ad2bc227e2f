import {
  builtInSelections,
  colorTypeName,
  type EnumField,
  getStepType,
  localize,
  normalizeKey,
  readsGerman,
  type Selection,
} from '@svc/domain';
import type { CompiledFunnel } from '../compile/compile-funnel.js';
import type { CitedAnswer } from '../structures/cited-answer.js';

const EN = {
  QUOTED: '“{what}”',
  COLOR_TYPE: 'In harmony with your color type, {what}.',
  COMPLEXION: 'Flatters your complexion: {what}.',
  ANSWER: 'Matches your answer {what}.',
  RECOMMENDED: 'Recommended for answers like yours.',
  LEARNED: 'A favorite of shoppers who answered like you.',
  SET_ALL: 'Every product in this set suits you.',
  SET_ANY: 'A set with at least one product that suits you.',
  SET_FILL: 'A set selected for you.',
};

const DE: typeof EN = {
  QUOTED: '„{what}“',
  COLOR_TYPE: 'Harmoniert mit deinem Farbtyp {what}.',
  COMPLEXION: 'Schmeichelt deinem Teint: {what}.',
  ANSWER: 'Passt zu deiner Antwort {what}.',
  RECOMMENDED: 'Empfohlen bei Antworten wie deinen.',
  LEARNED: 'Beliebt bei Kundinnen und Kunden, die ähnlich geantwortet haben wie du.',
  SET_ALL: 'Jedes Produkt dieses Sets passt zu dir.',
  SET_ANY: 'Ein Set mit mindestens einem passenden Produkt für dich.',
  SET_FILL: 'Ein Set, das für dich zusammengestellt ist.',
};

export type ShopperSentence = Exclude<keyof typeof EN, 'QUOTED'>;

/** Maximum length of a caption in a sentence, in characters; a longer one is truncated. */
const MAX_CAPTION = 80;

/** Formats the sentences for a shopper. They contain only the shopper's own answers. */
export interface ShopperSentences {
  say(code: ShopperSentence, answers?: readonly CitedAnswer[]): string;
}

/**
 * Creates the sentences with the captions that the shopper saw and the names of color types.
 * @param locale - BCP 47 of the page; undefined: the company's language. Sentences are German if it is, otherwise English.
 */
export function createShopperSentences(
  funnel: CompiledFunnel,
  { locale, companyLanguage }: { locale: string | undefined; companyLanguage: string },
): ShopperSentences {
  const language = locale ?? companyLanguage;
  const sentences = readsGerman(language) ? DE : EN;
  const findCaption = (selections: readonly Selection[], key: string): string | undefined => {
    const selection = selections.find((given) => normalizeKey(given.key) === normalizeKey(key));
    return selection && localize(selection.caption, locale, companyLanguage);
  };
  const caption = (answer: CitedAnswer): string => {
    if ('stepId' in answer) {
      return findCaption(funnel.steps.byId.get(answer.stepId)?.step.selections ?? [], answer.key) || answer.key;
    }
    const { field, value } = answer;
    const step = funnel.steps.ordered.find((indexed) => indexed.field === field)?.step;
    const own = findCaption(step?.selections ?? [], value);
    return own || (field !== 'colorType' && findCaption(standard(field), value)) || value;
  };
  const label = (answer: CitedAnswer): string =>
    'field' in answer && answer.field === 'colorType'
      ? colorTypeName(answer.value, language)
      : sentences.QUOTED.replace('{what}', () => short(caption(answer)));
  return {
    say: (code, answers = []) => sentences[code].replace('{what}', () => answers.map(label).join(', ')),
  };
}

/** Options of the built-in step of a field. The funnel may have no such step when a selfie filled the answer. */
const standard = (field: EnumField): Selection[] => builtInSelections(getStepType(field));

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= MAX_CAPTION
    ? line
    : `${characters
        .slice(0, MAX_CAPTION - 1)
        .join('')
        .trimEnd()}…`;
}
