import type { ChatLanguage } from '@svc/domain';
import { normalize, toWords } from './normalize.js';

const GERMAN = new Set(
  'der die das den dem des ein eine einen einem einer und oder aber ist sind ich du mir mich dir dich wir ihr euch zu zur zum fur mit ohne nicht kein keine was wie wer wo wann warum welche welcher welches welchen habt hast habe gibt gibts zeig zeige suche brauche mochte kann kannst bitte danke hallo auch noch mal passt steht unter uber gegen bei beim haut von aus auf im am guten tag morgen meine mein meiner deine dein es sie kostet teuer gunstiger andere mehr nur lieber hose kleid rock hemd schuhe creme lippenstift'.split(
    ' ',
  ),
);
const ENGLISH = new Set(
  'the a an and or but is are i you me my we your to for with without not no what how who where when why which do does did have has there show looking need want can could please thanks thank hello hi also this that these it of in on at under over against from good morning evening about more other cheaper dress skirt shirt shoes cream lipstick skin'.split(
    ' ',
  ),
);

/** The language of a message by its usual words and letters; undefined if it does not show. */
export function detectLanguage(text: string): ChatLanguage | undefined {
  const words = toWords(normalize(text));
  const count = (set: ReadonlySet<string>): number => words.filter((word) => set.has(word)).length;
  const german = count(GERMAN) + (/[äöüß]/i.test(text) ? 2 : 0);
  const english = count(ENGLISH);
  if (german === english) return undefined;
  return german > english ? 'de' : 'en';
}
