/** Where a variant stands in a match. */
export interface VariantPlaces {
  variantId: string;
  /** Keys of the tabs of the result page that it is in. */
  tabs: string[];
  /** Keys of the rules that pin it, or raise or lower its score. */
  rules: string[];
}

/** What an explanation says of a variant, as far as its places need it. */
interface ExplainedVariant {
  variantId: string;
  tabs: string[];
  pin?: { rule: string } | undefined;
  score?: { boosts: readonly { rule: string }[] } | undefined;
}

/** Errors of a match that no later attempt makes succeed: the funnel was archived, or has too many variants. */
export const UNMATCHED_CODES: ReadonlySet<string> = new Set([
  'NOT_FOUND',
  'MATCHING_SCOPE_TOO_LARGE',
  'MATCHING_RESPONSE_TOO_LARGE',
]);

/** In which tabs explained variants are and which rules moved them, without those of which there is neither. docs/insight.md N6.7. */
export const toVariantPlaces = (explained: readonly ExplainedVariant[]): VariantPlaces[] =>
  explained
    .map(({ variantId, tabs, pin, score }) => ({
      ...{ variantId, tabs },
      rules: [...new Set([...(pin ? [pin.rule] : []), ...(score?.boosts ?? []).map(({ rule }) => rule)])],
    }))
    .filter(({ tabs, rules }) => tabs.length > 0 || rules.length > 0);
