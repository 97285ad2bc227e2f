import type { Lexicon } from '../lexicon/compile-lexicon.js';
import { findNamedProducts } from '../search/find-named-products.js';
import type { SearchIndex } from '../search/search-index.js';
import { normalize, toWords } from '../text/normalize.js';
import { FIRST_PATTERNS, OTHER_TOPICS_PATTERN, PATTERNS, readOrdinals, SERVICE_PATTERNS } from './intent-patterns.js';
import type { Intent } from './intents.js';
import { toKindQuery, toOtherKinds } from './kind-query.js';
import type { FaqMatch } from './match-faq.js';
import { mergeQueries } from './merge-queries.js';
import { hasPersonalData } from './personal-data.js';
import type { Plan, PlanContext } from './plan.js';
import { EMPTY_QUERY, type Query } from './query.js';
import { type Reading, readQuestion } from './read-question.js';

/** What the planner reads messages with; compiled once per version of the catalog and of the settings. */
export interface PlannerParts {
  readonly lexicon: Lexicon;
  readonly index: SearchIndex;
  readonly matchFaq: (normalized: string) => FaqMatch;
}

/** Words of a message that changes the last search instead of starting another. */
const MAX_REFINEMENT_WORDS = 7;
/** Share of unknown words that a product must contain when nothing else in the message says what is wanted. */
const MIN_COVERAGE = 0.6;

/** The message as the planner sees it. */
interface Message extends Reading {
  readonly text: string;
  readonly words: readonly string[];
  /** Document numbers of named products. */
  readonly named: readonly number[];
}

/**
 * Makes the plan of a message without a model: fixed intents by patterns, then products and filters by the lexicon. The same
 * message in the same context has the same plan.
 */
export function makePlan(text: string, parts: PlannerParts, context: PlanContext): Plan {
  const normalized = normalize(text);
  const first = FIRST_PATTERNS.find(([, pattern]) => pattern.test(normalized))?.[0];
  const fixed = first !== 'MEDICAL' && hasPersonalData(text) ? 'PERSONAL' : first;
  if (fixed) return toPlan(fixed);
  const words = toWords(normalized);
  const named = findNamedProducts(words, parts.index, parts.lexicon.generic).flatMap(
    ({ product }) => parts.index.products[product]?.variants[0] ?? [],
  );
  const message: Message = { ...readQuestion(normalized, parts.lexicon), text: normalized, words, named };
  const faq = parts.matchFaq(normalized);
  if (faq.entry !== undefined || (faq.isTopic && named.length === 0)) return { ...toPlan('FAQ'), faqEntry: faq.entry };
  const service = SERVICE_PATTERNS.find(([, pattern]) => pattern.test(normalized))?.[0];
  if (service) return toPlan(service);
  return (
    planSmallTalk(message, parts) ??
    planSets(message, context) ??
    planAboutProducts(message, context) ??
    planSearch(message, parts, context) ??
    planTalk(message)
  );
}

function toPlan(intent: Intent, query: Query = EMPTY_QUERY, subjects: readonly number[] = []): Plan {
  return { intent, query, subjects, isNamed: false };
}

/** Words that say that something else is asked about a set than which there are, or what it consists of. */
const ABOUT_ONE_SET = ['why', 'compare', 'cart', 'results', 'analysis'] as const;

/**
 * Which sets there are, which contain a product, and what one consists of. `this` is the page's product, then the one shown last. A named
 * set is a product like others, except for its contents.
 */
function planSets(message: Message, context: PlanContext): Plan | undefined {
  const { text, query, named, hinted } = message;
  const { sets = [], page, shown } = context;
  const is = (pattern: keyof typeof PATTERNS): boolean => PATTERNS[pattern].test(text);
  const current = page ?? shown[0];
  const [set] = [...named, ...(named.length === 0 && current !== undefined ? [current] : [])].filter((document) =>
    sets.includes(document),
  );
  if (set !== undefined && is('contents')) return { ...toPlan('SET', EMPTY_QUERY, [set]), isNamed: named.length > 0 };
  const isTogether = is('together');
  if ((!is('set') && !isTogether) || named.some((document) => sets.includes(document))) return undefined;
  if (ABOUT_ONE_SET.some(is) || OTHER_TOPICS_PATTERN.test(text)) return undefined;
  if (named.length > 0 && (isTogether || WITH_PRODUCT.test(text)))
    return { ...toPlan('SET', EMPTY_QUERY, named.slice(0, 1)), isNamed: true };
  const isAboutThis = isTogether ? page !== undefined || THIS.test(text) : WITH_THIS.test(text);
  if (isAboutThis && current !== undefined) return toPlan('SET', EMPTY_QUERY, [current]);
  return toPlan('SET', addKinds(query, hinted));
}

/** Kinds of products that only describe a set are wanted in it: `lipstick set`. */
function addKinds(query: Query, hinted: readonly number[]): Query {
  const isKind = ({ kind }: Query['groups'][number]): boolean => kind === 'category';
  const facets = [...new Set([...query.groups.filter(isKind).flatMap((group) => group.facets), ...hinted])];
  const others = query.groups.filter((group) => !isKind(group));
  return { ...query, groups: facets.length > 0 ? [{ kind: 'category', facets }, ...others] : others, terms: [] };
}

const THIS = /\b(?:dazu|damit|dies\w*|this|it|that)\b/;
/** Without it, the words of a need can look like a name: `a morning routine for dry skin`. */
const WITH_PRODUCT = /\b(?:with|mit|contain\w*|enthalt\w*|includ\w*|zum?|zur)\b/;
const WITH_THIS =
  /\b(?:(?:mit|in|von) (?:dies\w*|dem|der)|damit|with (?:this|it)|(?:is|are) (?:this|it|these) (?:part|in)|(?:ist|gehort) (?:das|es|dies\w*))\b/;

function planAboutProducts(message: Message, context: PlanContext): Plan | undefined {
  const { text, query, named, hasCategory } = message;
  const is = (pattern: keyof typeof PATTERNS): boolean => PATTERNS[pattern].test(text);
  const subjects = findSubjects(message, context);
  const about = (intent: Intent): Plan => ({ ...toPlan(intent, query, subjects), isNamed: named.length > 0 });
  const isSearch = message.hasEvidence && named.length === 0;
  if (is('why') && (subjects.length > 0 || !isSearch)) {
    const isBare = named.length === 0 && !hasCategory && readOrdinals(text).length === 0;
    const [last] = context.shown;
    return isBare && last !== undefined ? { ...about('WHY'), subjects: [last] } : about('WHY');
  }
  const isChoice = named.length > 1 && /\b(?:oder|or)\b/.test(text);
  if (is('compare') || isChoice) return { ...about('COMPARE'), subjects: findCompared(message, context) };
  if (is('results') && !hasCategory) return toPlan('OPEN_RESULTS');
  if (is('analysis') && !hasCategory) return toPlan('START_ANALYSIS');
  if (is('thisSuits') && isAboutPage(message, context)) return { ...about('DOES_THIS_SUIT_ME'), subjects: [] };
  if (is('thisSuits') && subjects.length > 0 && !(hasCategory && named.length === 0)) return about('DOES_THIS_SUIT_ME');
  if (is('colorType') && !hasCategory) return toPlan('COLOR_TYPE');
  if (is('suitsMe') && (context.hasAnalysis || !isSearch || subjects.length > 0))
    return subjects.length > 0 && named.length > 0 ? about('DOES_THIS_SUIT_ME') : about('WHAT_SUITS_ME');
  if (is('cart') && subjects.length > 0) return about('ADD_TO_CART');
  if ((is('onlyAvailable') && context.query) || (is('cheaper') && named.length === 0)) return undefined;
  const hasSubject = subjects.length > 0 && !isSearch;
  if (is('price') && hasSubject) return about('PRICE');
  if (is('sizes') && hasSubject) return about('SIZES');
  if (is('available') && hasSubject) return about('AVAILABLE');
  return undefined;
}

/** Whether `this` is the page's product, which the thread may not name. */
const isAboutPage = ({ named, text, hasCategory }: Message, { hiddenPage }: PlanContext): boolean =>
  hiddenPage !== undefined && named.length === 0 && !hasCategory && readOrdinals(text).length === 0;

/** Products that a message is about: named, by position, of the page, or shown last. */
function findSubjects({ named, text, hasCategory }: Message, { page, shown }: PlanContext): readonly number[] {
  if (named.length > 0) return named;
  const positions = readOrdinals(text).flatMap((position) => shown.at(position) ?? []);
  if (positions.length > 0) return positions;
  if (page !== undefined) return [page];
  return hasCategory ? [] : shown.slice(0, 1);
}

function findCompared(message: Message, context: PlanContext): readonly number[] {
  const { named } = message;
  if (named.length > 1) return named.slice(0, 2);
  const positions = [...new Set(readOrdinals(message.text).flatMap((position) => context.shown.at(position) ?? []))];
  if (positions.length > 1) return positions.slice(0, 2);
  const others = [...named, ...(context.page === undefined ? [] : [context.page]), ...context.shown];
  return [...new Set(others)].slice(0, 2);
}

function planSearch(message: Message, parts: PlannerParts, context: PlanContext): Plan | undefined {
  const { text, query, words, named, hasCategory, isForeignCategory, hasEvidence } = message;
  const { index, lexicon } = parts;
  if (named.length === 0 && !hasCategory && words.length <= MAX_REFINEMENT_WORDS && PATTERNS.otherKind.test(text)) {
    const plan = planAlternatives('MORE', parts, context);
    if (plan) return { ...plan, query: toOtherKinds(plan.query, [...context.shown, ...plan.subjects], lexicon) };
  }
  const before = context.query;
  if (before && named.length === 0 && !hasCategory && words.length <= MAX_REFINEMENT_WORDS) {
    if (PATTERNS.cheaper.test(text)) return { ...toPlan('REFINE', mergeQueries(before, query)), change: 'CHEAPER' };
    if (hasEvidence || query.availableOnly || PATTERNS.onlyAvailable.test(text)) {
      const availableOnly = query.availableOnly || PATTERNS.onlyAvailable.test(text);
      return { ...toPlan('REFINE', mergeQueries(before, { ...query, availableOnly })), change: 'FILTER' };
    }
    if (PATTERNS.more.test(text)) return { ...toPlan('REFINE', before), change: 'MORE' };
  }
  const others = query.terms.filter((term) => !PATTERNS.cheaper.test(term) && !PATTERNS.more.test(term));
  const isUnknown = hasCategory || hasEvidence || others.length > 0 || OTHER_TOPICS_PATTERN.test(text);
  if (!before && named.length === 0 && words.length <= MAX_REFINEMENT_WORDS && !isUnknown) {
    const change = PATTERNS.cheaper.test(text) ? 'CHEAPER' : PATTERNS.more.test(text) ? 'MORE' : undefined;
    const plan = change && planAlternatives(change, parts, context);
    if (plan) return plan;
  }
  if (named.length > 0) return { ...toPlan('FIND', query, named), isNamed: true };
  if (isForeignCategory) return toPlan('FIND', query);
  if (hasEvidence) return toPlan('FIND', query);
  const isFound =
    query.terms.length > 0 && [...index.search(query.terms).values()].some(({ coverage }) => coverage >= MIN_COVERAGE);
  return isFound ? toPlan('FIND', query) : undefined;
}

/**
 * Others like those of the last search; without one, of the same kind as the product that was shown last, or as that of the
 * page. Undefined: there is no product to begin with.
 */
export function planAlternatives(
  change: 'CHEAPER' | 'MORE' | 'FILTER',
  { lexicon }: Pick<PlannerParts, 'lexicon'>,
  { query, shown, page, hasAnalysis }: PlanContext,
): Plan | undefined {
  if (query) return { ...toPlan('REFINE', query), change };
  const document = shown[0] ?? page;
  if (document === undefined) return undefined;
  const kind = { ...toKindQuery(document, lexicon), matchedOnly: hasAnalysis };
  return { ...toPlan('REFINE', kind, [document]), change };
}

/** A greeting or thanks with nothing else in it, and questions about the chat itself. */
function planSmallTalk({ text, named, hasCategory }: Message, { lexicon }: PlannerParts): Plan | undefined {
  if (named.length > 0) return undefined;
  for (const [intent, pattern] of SMALL_TALK) {
    if (!pattern.test(text)) continue;
    const rest = text.replace(new RegExp(pattern.source, 'g'), ' ').replace(/ +/g, ' ').trim();
    const { hasEvidence, query } = readQuestion(rest, lexicon);
    if (!hasEvidence && query.terms.length === 0) return toPlan(intent);
  }
  return PATTERNS.help.test(text) && !hasCategory && PATTERNS.aboutChat.test(text) ? toPlan('HELP') : undefined;
}

const SMALL_TALK = [
  ['GREETING', PATTERNS.greeting],
  ['THANKS', PATTERNS.thanks],
] as const;

function planTalk({ text }: Message): Plan {
  if (OTHER_TOPICS_PATTERN.test(text)) return toPlan('OUT_OF_SCOPE');
  if (PATTERNS.thanks.test(text)) return toPlan('THANKS');
  if (PATTERNS.help.test(text)) return toPlan('HELP');
  if (PATTERNS.greeting.test(text)) return toPlan('GREETING');
  return toPlan('UNKNOWN');
}
