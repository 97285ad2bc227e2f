import { answersInForce, type ReplayedTab } from '@svc/domain';
import type { LearnedModel } from '../../learning/learned-model.js';
import type { ReplayedAnalysis } from '../replay/replay-matches.js';
import type { ReplayCounts } from '../replay/replay-tally.js';
import { createRequest, type TestCompany } from './company.js';
import { oracle } from './oracle.js';

interface Pair {
  analysisId: string;
  before: string[] | null;
  after: string[] | null;
  tabsBefore: Map<string, string[]> | null;
  tabsAfter: Map<string, string[]> | null;
}

/**
 * What a replay counts, once more: every analysis is matched by the oracle, one company after the other, and the lists are
 * compared as texts and sets.
 */
export function naiveReplay(
  before: TestCompany,
  after: TestCompany,
  analyses: readonly ReplayedAnalysis[],
  model: LearnedModel | null = null,
): ReplayCounts {
  const pairs = analyses.map((analysis): Pair => {
    const [listBefore, tabsBefore] = matchWith(before, analysis, model);
    const [listAfter, tabsAfter] = matchWith(after, analysis, model);
    return { analysisId: analysis.analysisId, before: listBefore, after: listAfter, tabsBefore, tabsAfter };
  });
  const changed = pairs.filter((pair) => text(pair.before) !== text(pair.after));
  const orderOnly = changed.filter(({ before: a, after: b }) => a && b && text([...a].sort()) === text([...b].sort()));
  const both = changed.filter(
    (pair): pair is Pair & { before: string[]; after: string[] } => !!pair.before && !!pair.after,
  );
  const topChanged = both.filter(({ before: a, after: b }) => text(a.slice(0, 10)) !== text(b.slice(0, 10)));
  const churn = topChanged.map(({ before: a, after: b }) => {
    const [first, now] = [a.slice(0, 10), b.slice(0, 10)];
    return 1 - first.filter((id) => now.includes(id)).length / Math.max(first.length, now.length);
  });
  const position = new Map(before.snapshot.variants.map(({ id }, index) => [id, index]));
  const frequent = (list: (pair: (typeof both)[number]) => string[]) => {
    const counts = new Map<string, number>();
    for (const id of both.flatMap(list)) counts.set(id, (counts.get(id) ?? 0) + 1);
    const sorted = [...counts].sort((a, b) => b[1] - a[1] || position.get(a[0])! - position.get(b[0])!);
    return {
      total: sorted.length,
      first: sorted.slice(0, 50).map(([variantId, count]) => ({ variantId, analyses: count })),
    };
  };
  const isNewlyEmpty = (pair: Pair) => pair.before !== null && pair.before.length > 0 && pair.after?.length === 0;
  const weight = (pair: Pair) => gainedIn(pair).length + lostIn(pair).length;
  const examples = [...changed].sort(
    (a, b) => Number(isNewlyEmpty(b)) - Number(isNewlyEmpty(a)) || weight(b) - weight(a),
  );
  const named = (ids: string[]) => ({ total: ids.length, first: ids.slice(0, 20) });
  return {
    analyses: {
      replayed: pairs.length,
      changed: changed.length,
      share: rounded(changed.length, pairs.length),
      membershipChanged: changed.length - orderOnly.length,
      orderChanged: orderOnly.length,
      newlyEmpty: pairs.filter(isNewlyEmpty).length,
      noLongerEmpty: pairs.filter((pair) => pair.before?.length === 0 && (pair.after?.length ?? 0) > 0).length,
    },
    variants: { gained: frequent(gainedIn), lost: frequent(lostIn) },
    top: {
      places: 10,
      changed: topChanged.length,
      churn: rounded(
        churn.reduce((sum, part) => sum + part, 0),
        pairs.length,
      ),
    },
    tabs: countTabs(before, after, pairs),
    exceeding: {
      limit: 2_000,
      before: pairs.filter((pair) => pair.before === null).length,
      after: pairs.filter((pair) => pair.after === null).length,
    },
    examples: examples.slice(0, 20).map((pair) => ({
      analysisId: pair.analysisId,
      before: pair.before?.length ?? null,
      after: pair.after?.length ?? null,
      gained: named(gainedIn(pair)),
      lost: named(lostIn(pair)),
    })),
  };
}

function matchWith(
  company: TestCompany,
  analysis: ReplayedAnalysis,
  model: LearnedModel | null,
): [string[] | null, Pair['tabsBefore']] {
  const request = createRequest({
    answers: answersInForce(analysis.answers, company.steps, analysis.presence),
    color: analysis.color,
  });
  const list = oracle(company, request, model);
  const page =
    enabledTabs(company).length > 0 ? oracle(company, { ...request, resultPage: true }, model) : { tabs: [] };
  return [
    list === 'too large' ? null : list.matched,
    page === 'too large' ? null : new Map((page.tabs ?? []).map(({ key, variants }) => [key, variants])),
  ];
}

function countTabs(before: TestCompany, after: TestCompany, pairs: readonly Pair[]): ReplayCounts['tabs'] {
  const [were, are] = [enabledTabs(before), enabledTabs(after)];
  const keys = [...are, ...were.filter((key) => !are.includes(key))];
  if (keys.length === 0) return null;
  const compared = pairs.filter((pair) => pair.tabsBefore && pair.tabsAfter);
  const tabs = keys.map((key): ReplayedTab => {
    const lists = compared.map((pair) => [pair.tabsBefore!.get(key) ?? [], pair.tabsAfter!.get(key) ?? []] as const);
    const different = lists.filter(([was, is]) => text(was) !== text(is));
    return {
      key,
      state: !were.includes(key) ? 'added' : are.includes(key) ? 'kept' : 'removed',
      changed: different.length,
      newlyEmpty: different.filter(([, is]) => is.length === 0).length,
      noLongerEmpty: different.filter(([was]) => was.length === 0).length,
    };
  });
  return { analyses: compared.length, tabs };
}

const enabledTabs = ({ funnel: { resultPage } }: TestCompany): string[] =>
  resultPage.enabled ? resultPage.tabs.filter(({ enabled }) => enabled).map(({ key }) => key) : [];

const gainedIn = ({ before, after }: Pair): string[] =>
  before && after ? after.filter((id) => !before.includes(id)) : [];
const lostIn = ({ before, after }: Pair): string[] =>
  before && after ? before.filter((id) => !after.includes(id)) : [];
const text = (list: readonly string[] | null): string => JSON.stringify(list);
const rounded = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 1e4) / 1e4);
