/** Limits of a price, and the text without the words that named it. */
export interface ReadPrice {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly order?: 'CHEAPEST' | 'DEAREST' | undefined;
  readonly rest: string;
}

const NUMBER = '(\\d{1,6}(?:\\.\\d{1,2})?)';
const UNIT = '(?: ?(?:euros?|eur|dollars?|usd|chf|franken|pounds?))';
const BELOW =
  '(?:nicht mehr als|nicht uber|weniger als|hochstens|maximal|unter|bis zu|bis|max|less than|no more than|not more than|at most|cheaper than|under|below|up to|maximum)';
const ABOVE = '(?:mehr als|mindestens|uber|ab|more than|at least|over|above|from)';

const BETWEEN = new RegExp(
  `(?:zwischen|between|von|from)? ?\\b${NUMBER}${UNIT}? (?:und|and|bis|to) ${NUMBER}${UNIT}?\\b`,
);
const MAX = new RegExp(`\\b${BELOW} ${NUMBER}${UNIT}?\\b`);
const MIN = new RegExp(`\\b${ABOVE} ${NUMBER}${UNIT}\\b`);
const ABOUT = new RegExp(`(?:\\b(?:um die|ca|circa|etwa|ungefahr|around|about) )?\\b${NUMBER}${UNIT}\\b`);
const CHEAPEST =
  /\b(?:gunstigste[nrsm]?|billigste[nrsm]?|cheapest|lowest prices?|niedrigste[nrsm]? preise?|preiswerteste[nrsm]?|least expensive|am (?:gunstigsten|billigsten|wenigsten)(?: kost\w+)?|costs? (?:the )?least)\b/;
const DEAREST = /\b(?:teuerste[nrsm]?|most expensive|priciest|highest price|hochwertigste[nrsm]?)\b/;
const CHEAP =
  /\b(?:gunstig(?:e[nrsm]?)?|preiswert(?:e[nrsm]?)?|billig(?:e[nrsm]?)?|nicht (?:so |zu )?teuer|cheap|affordable|inexpensive|not (?:too )?expensive|isnt (?:too )?expensive|budget)\b/;
/** Around a price without a limit: what a shopper with this budget accepts. */
const AROUND = { below: 0.7, above: 1.1 };

/** Reads limits and order of prices from a normalized text. */
export function readPrice(normalized: string): ReadPrice {
  const order =
    CHEAPEST.test(normalized) || CHEAP.test(normalized) ? 'CHEAPEST' : DEAREST.test(normalized) ? 'DEAREST' : undefined;
  const text = normalized.replace(CHEAPEST, ' ').replace(DEAREST, ' ').replace(CHEAP, ' ');
  const limits = readLimits(text);
  return { order, ...limits, rest: (limits?.rest ?? text).replace(/ +/g, ' ').trim() };
}

function readLimits(text: string): (Pick<ReadPrice, 'min' | 'max'> & { rest: string }) | undefined {
  const between = BETWEEN.exec(text);
  if (between) {
    const [low, high] = [Number(between[1]), Number(between[2])].sort((a, b) => a - b);
    return { min: low, max: high, rest: text.replace(between[0], ' ') };
  }
  const max = MAX.exec(text);
  if (max) return { max: Number(max[1]), rest: text.replace(max[0], ' ') };
  const min = MIN.exec(text);
  if (min) return { min: Number(min[1]), rest: text.replace(min[0], ' ') };
  const about = ABOUT.exec(text);
  if (!about) return undefined;
  const amount = Number(about[1]);
  return { min: amount * AROUND.below, max: amount * AROUND.above, rest: text.replace(about[0], ' ') };
}
