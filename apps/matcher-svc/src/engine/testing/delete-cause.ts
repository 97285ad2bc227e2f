import { getEnumField } from '@svc/domain';
import { expandTags } from '../compile/expand-tags.js';
import type { MatchRequest } from '../rank/match-variants.js';
import type { CitedAnswer } from '../structures/cited-answer.js';
import type { TestCompany } from './company.js';

/** A company in which a variant and its product no longer carry these tags, in whatever spelling. */
export function withoutTags(company: TestCompany, variantId: string, tags: readonly string[]): TestCompany {
  const keep = (tag: string) => !expandTags([tag]).some((expanded) => tags.includes(expanded));
  const { snapshot, tagging } = company;
  const product = snapshot.variants.find(({ id }) => id === variantId)!.product;
  const productId = snapshot.products[product]!.id;
  const strip = (record: Record<string, string[]>, id: string) =>
    Object.fromEntries(Object.entries(record).map(([key, own]) => [key, key === id ? own.filter(keep) : own]));
  return {
    ...company,
    snapshot: {
      ...snapshot,
      products: snapshot.products.map((row) => (row.id === productId ? { ...row, tags: row.tags.filter(keep) } : row)),
      variants: snapshot.variants.map((row) => (row.id === variantId ? { ...row, tags: row.tags.filter(keep) } : row)),
    },
    tagging: { products: strip(tagging.products, productId), variants: strip(tagging.variants, variantId) },
  };
}

/** An analysis in which these answers were not given. */
export function withoutAnswers(
  company: TestCompany,
  request: MatchRequest,
  cited: readonly CitedAnswer[],
): MatchRequest {
  const answers = { ...request.answers };
  let { color } = request;
  for (const answer of cited) {
    if ('stepId' in answer) {
      const field = getEnumField(company.steps.find(({ id }) => id === answer.stepId)!);
      if (field) delete answers[field];
      answers.selectionValues = answers.selectionValues.filter(
        ({ stepId, selectedKey }) => stepId !== answer.stepId || selectedKey !== answer.key,
      );
    } else if (answer.field === 'colorType') color = null;
    else delete answers[answer.field];
  }
  return { ...request, answers, color };
}

/** A company without these rules. */
export function withoutRules(company: TestCompany, keys: readonly string[]): TestCompany {
  const { matching } = company.funnel;
  const rules = matching.rules.filter(({ key }) => !keys.includes(key));
  return { ...company, funnel: { ...company.funnel, matching: { ...matching, rules } } };
}
