import type { Ref } from '../grounding/allowed-set.js';
import type { Answer, Block, Reply, Some } from '../grounding/blocks.js';
import type { Outcome, ProductFacts, Situation } from './situation.js';

type Sets<Scope> = Extract<Outcome<Scope>, { kind: 'SETS' }>;
type NoSets<Scope> = Extract<Outcome<Scope>, { kind: 'NO_SETS' }>;

/** The cards of sets, then what each consists of. Only those that are complete for the analysis are recommended. */
export function composeSets<Scope>(
  { items, with: product, isNear }: Sets<Scope>,
  situation: Situation,
  facts: ProductFacts<Scope>,
): Answer<Scope> {
  const [first, ...others] = items;
  const own: Some<Ref<Scope>> = [first.own, ...others.map((item) => item.own)];
  const [best, ...more] = own.flatMap((ref) => facts.asMatched(ref) ?? []);
  const isAllMatched = best !== undefined && more.length === others.length;
  const contents = items.flatMap(({ own: set, members: [member, ...rest] }): Block<Scope>[] =>
    member ? [{ type: 'text', key: 'SET_OF', about: { product: set, members: [member, ...rest] } }] : [],
  );
  const invites = situation.hasFunnel && !situation.hasAnalysis;
  return {
    blocks: [
      product
        ? { type: 'text', key: 'SETS_WITH', about: { product } }
        : isNear
          ? { type: 'text', key: 'FOUND_NEAR' }
          : isAllMatched
            ? { type: 'text', key: 'SETS_SUIT', about: { products: [best, ...more] } }
            : { type: 'text', key: 'SETS_FOUND' },
      { type: 'products', items: own, withReasons: situation.hasAnalysis },
      ...contents,
      ...(invites
        ? ([
            { type: 'text', key: 'ANALYSIS_HERE' },
            { type: 'actions', items: ['OPEN_ANALYSIS'] },
          ] satisfies Block<Scope>[])
        : []),
    ],
    replies: [
      ...(product ? [{ kind: 'SETS' } satisfies Reply] : []),
      ...(others.length > 0 ? [{ kind: 'CHEAPER' } satisfies Reply] : []),
      ...(best ? [{ kind: 'WHY' } satisfies Reply] : []),
    ],
  };
}

/** Says that there is none; nothing is shown in its place. */
export function composeNoSets<Scope>(outcome: NoSets<Scope>, { hasAnalysis, hasFunnel }: Situation): Answer<Scope> {
  const text: Block<Scope> =
    outcome.why === 'NO_SET_WITH'
      ? { type: 'text', key: 'NO_SET_WITH', about: { product: outcome.product } }
      : { type: 'text', key: outcome.why };
  const replies: Reply[] = [
    ...(outcome.why === 'NO_SETS' || outcome.why === 'NO_SET_SUITS' ? [] : [{ kind: 'SETS' } as const]),
    ...(hasAnalysis ? [{ kind: 'WHAT_SUITS_ME' } as const] : hasFunnel ? [{ kind: 'START_ANALYSIS' } as const] : []),
  ];
  return { blocks: [text], replies };
}
