import type { MatchedRef, Ref } from '../grounding/allowed-set.js';
import {
  type ActionKind,
  type Answer,
  type Block,
  type PlainText,
  type Reply,
  type ReplyKind,
  type Some,
  toSome,
} from '../grounding/blocks.js';
import { composeNoSets, composeSets } from './compose-sets.js';
import { composeTalk, listStarters } from './compose-talk.js';
import type { FoundBy, Outcome, ProductFacts, Situation, SubjectIntent } from './situation.js';

/** Composes the answer to what a turn found. Pure: the same outcome in the same situation has the same answer. */
export function compose<Scope>(
  outcome: Outcome<Scope>,
  situation: Situation,
  facts: ProductFacts<Scope>,
): Answer<Scope> {
  switch (outcome.kind) {
    case 'TALK':
      return composeTalk(outcome.intent, situation);
    case 'FAQ':
      return composeFaq(outcome.entry, situation);
    case 'PRODUCTS':
      return composeProducts(outcome, situation, facts);
    case 'NOTHING':
      return composeNothing(outcome.why, situation);
    case 'NEEDS_ANALYSIS':
      return composeAnalysisFirst(situation);
    case 'NEEDS_PRODUCT':
      return { blocks: [say(outcome.count === 1 ? 'WHICH_PRODUCT' : 'WHICH_TWO')], replies: listStarters(situation) };
    case 'SUBJECT':
      return SUBJECTS[outcome.intent](outcome.subject, situation, facts, outcome.instead);
    case 'HIDDEN':
      return composeHidden(outcome.why, outcome.instead);
    case 'SETS':
      return composeSets(outcome, situation, facts);
    case 'NO_SETS':
      return composeNoSets(outcome, situation);
    case 'COMPARED':
      return composeComparison(outcome.items, facts);
  }
}

const say = <Scope>(key: PlainText): Block<Scope> => ({ type: 'text', key });
const act = <Scope>(...items: Some<ActionKind>): Block<Scope> => ({ type: 'actions', items });
const show = <Scope>(items: Some<Ref<Scope>>, withReasons: boolean): Block<Scope> => ({
  type: 'products',
  items,
  withReasons,
});
const offer = (...kinds: readonly ReplyKind[]): Reply[] => kinds.map((kind) => ({ kind }));

function composeFaq<Scope>(entry: number | undefined, { hasContact }: Situation): Answer<Scope> {
  if (entry !== undefined) return { blocks: [{ type: 'faq', entry }], replies: hasContact ? offer('CONTACT') : [] };
  return { blocks: [say('FAQ_MISSING'), ...(hasContact ? [act<Scope>('CONTACT')] : [])], replies: [] };
}

const FOUND_TEXTS: Record<Exclude<FoundBy, 'MATCH'>, PlainText> = {
  SEARCH: 'FOUND_SEARCH',
  NEAR: 'FOUND_NEAR',
  CHEAPER: 'FOUND_CHEAPER',
  MORE: 'FOUND_MORE',
};

function composeProducts<Scope>(
  { by, items, offersAnalysis, narrow }: Extract<Outcome<Scope>, { kind: 'PRODUCTS' }>,
  situation: Situation,
  facts: ProductFacts<Scope>,
): Answer<Scope> {
  const matched = toSome(items.flatMap((ref) => facts.asMatched(ref) ?? []));
  const isAllMatched = matched?.length === items.length;
  const text: Block<Scope> =
    by === 'MATCH' && matched && isAllMatched
      ? { type: 'text', key: 'SUITS', about: { products: matched } }
      : say(FOUND_TEXTS[by === 'MATCH' ? 'SEARCH' : by]);
  const invites = offersAnalysis && situation.hasFunnel && !situation.hasAnalysis;
  return {
    blocks: [
      text,
      show(items, situation.hasAnalysis),
      ...(invites ? [say<Scope>('ANALYSIS_HERE'), act<Scope>('OPEN_ANALYSIS')] : []),
    ],
    replies: [
      ...narrow.map((facet): Reply => ({ kind: 'NARROW', facet })),
      ...offer('CHEAPER', 'MORE'),
      ...(items.length > 1 ? offer('COMPARE') : []),
      ...(matched && situation.hasAnalysis ? offer('WHY') : []),
    ].slice(0, 5),
  };
}

function composeNothing<Scope>(why: PlainText, situation: Situation): Answer<Scope> {
  const replies = situation.hasAnalysis ? offer('WHAT_SUITS_ME') : situation.hasFunnel ? offer('START_ANALYSIS') : [];
  const starters = listStarters(situation).filter(({ kind }) => !replies.some((reply) => reply.kind === kind));
  return { blocks: [say(why)], replies: [...replies, ...starters] };
}

function composeAnalysisFirst<Scope>(situation: Situation): Answer<Scope> {
  if (!situation.hasFunnel) return { blocks: [say('ANALYSIS_MISSING')], replies: listStarters(situation) };
  return { blocks: [say('ANALYSIS_FIRST'), act('OPEN_ANALYSIS')], replies: listStarters(situation) };
}

function composeHidden<Scope>(why: PlainText, instead: readonly MatchedRef<Scope>[]): Answer<Scope> {
  const others = toSome(instead);
  return { blocks: [say(why), ...suggest(others)], replies: others ? offer('MORE', 'WHY') : [] };
}

type ComposeSubject = <Scope>(
  subject: Ref<Scope>,
  situation: Situation,
  facts: ProductFacts<Scope>,
  instead: readonly MatchedRef<Scope>[],
) => Answer<Scope>;

const SUBJECTS: Record<SubjectIntent, ComposeSubject> = {
  PRICE: (product, _, facts) => ({
    blocks: [
      { type: 'text', key: facts.hasPrice(product) ? 'PRICE_OF' : 'PRICE_MISSING', about: { product } },
      show([product], false),
    ],
    replies: offer('CHEAPER'),
  }),
  AVAILABLE: (product, _, facts) => composeAvailable(product, facts),
  SIZES: (product, _, facts) => {
    const variants = facts.listVariants(product);
    return {
      blocks: [
        variants.length > 1
          ? { type: 'text', key: 'VARIANTS_OF', about: { product, variants } }
          : { type: 'text', key: 'ONE_VARIANT', about: { product } },
        show([product], false),
      ],
      replies: offer('AVAILABLE_ONLY'),
    };
  },
  DOES_THIS_SUIT_ME: (product, situation, facts, instead) => {
    if (!situation.hasAnalysis) return composeAnalysisFirst(situation);
    const matched = findMatched(product, facts);
    if (matched)
      return {
        blocks: [{ type: 'text', key: 'PRODUCT_SUITS', about: { product: matched } }, show([matched], true)],
        replies: offer('WHY', 'MORE'),
      };
    const others = toSome(instead);
    return {
      blocks: [{ type: 'text', key: 'NOT_IN_MATCH', about: { product } }, ...suggest(others)],
      replies: others ? offer('WHY') : [],
    };
  },
  WHY: (product, situation, facts, instead) => {
    if (!situation.hasAnalysis)
      return situation.hasFunnel
        ? { blocks: [say('WHY_ANALYSIS'), act('OPEN_ANALYSIS')], replies: [] }
        : composeAnalysisFirst(situation);
    const matched = findMatched(product, facts);
    if (!matched)
      return {
        blocks: [{ type: 'text', key: 'NOT_IN_MATCH', about: { product } }, ...suggest(toSome(instead))],
        replies: [],
      };
    return {
      blocks: [
        { type: 'text', key: facts.hasReasons(matched) ? 'WHY' : 'SUITS_OF', about: { product: matched } },
        show([matched], true),
      ],
      replies: offer('MORE'),
    };
  },
  ADD_TO_CART: (product, _, facts) =>
    facts.isAvailable(product)
      ? {
          blocks: [
            { type: 'text', key: 'CART', about: { product } },
            { type: 'cart', item: product },
          ],
          replies: [],
        }
      : {
          blocks: [{ type: 'text', key: 'CART_NOT_AVAILABLE', about: { product } }, show([product], false)],
          replies: offer('MORE'),
        },
};

/** The product itself if it is in the match, otherwise its first variant that is. */
const findMatched = <Scope>(product: Ref<Scope>, facts: ProductFacts<Scope>): MatchedRef<Scope> | undefined =>
  facts.asMatched(product) ?? facts.listVariants(product).flatMap((ref) => facts.asMatched(ref) ?? [])[0];

function suggest<Scope>(others: Some<MatchedRef<Scope>> | undefined): Block<Scope>[] {
  return others ? [{ type: 'text', key: 'SUITS', about: { products: others } }, show(others, true)] : [];
}

function composeAvailable<Scope>(product: Ref<Scope>, facts: ProductFacts<Scope>): Answer<Scope> {
  if (facts.isAvailable(product))
    return { blocks: [{ type: 'text', key: 'AVAILABLE', about: { product } }, show([product], false)], replies: [] };
  const variants = toSome(facts.listVariants(product).filter((ref) => facts.isAvailable(ref)));
  return {
    blocks: [
      variants
        ? { type: 'text', key: 'OTHERS_AVAILABLE', about: { product, variants } }
        : { type: 'text', key: 'NOT_AVAILABLE', about: { product } },
      show([product], false),
    ],
    replies: offer('MORE'),
  };
}

function composeComparison<Scope>(items: readonly [Ref<Scope>, Ref<Scope>], facts: ProductFacts<Scope>): Answer<Scope> {
  const [a, b] = items;
  const cheaper = facts.findCheaper(a, b);
  const matched = [a, b].flatMap((ref) => facts.asMatched(ref) ?? []);
  const [only] = matched;
  return {
    blocks: [
      { type: 'text', key: 'COMPARED', about: { products: items } },
      { type: 'comparison', items, facts: ['PRICE', 'AVAILABILITY', 'SIZE', 'MATCH'] },
      ...(cheaper
        ? [
            {
              type: 'text' as const,
              key: 'CHEAPER_OF' as const,
              about: { product: cheaper, than: cheaper === a ? b : a },
            },
          ]
        : []),
      ...(only && matched.length === 1
        ? [{ type: 'text' as const, key: 'SUITS_OF' as const, about: { product: only } }]
        : []),
    ],
    replies: matched.length > 0 ? offer('WHY') : [],
  };
}
