import type { FunnelTest, TaggingOperation } from '@svc/domain';
import type { Db } from '@svc/kit';

/** A test as its row says. */
export interface StoredTest {
  test: FunnelTest;
  hasEnded: boolean;
}

/**
 * Puts a running test in place of the last one of its kind.
 * @returns false: it is there already, or has ended.
 */
export async function putTest(
  trx: Db,
  { companyId, funnelId }: { companyId: string; funnelId: string },
  test: FunnelTest,
): Promise<boolean> {
  const rows = await trx('funnel_tests')
    .insert({
      ...{ company_id: companyId, funnel_id: funnelId, kind: test.kind, experiment_id: test.id },
      ...{ test: JSON.stringify(test), ended_at: null },
    })
    .onConflict(['funnel_id', 'kind'])
    .merge()
    .whereNot('funnel_tests.experiment_id', test.id)
    .returning('funnel_id');
  return rows.length > 0;
}

/** @returns false: it has ended before, or was never there. */
export async function endTest(trx: Db, companyId: string, experimentId: string, now: Date): Promise<boolean> {
  const where = { company_id: companyId, experiment_id: experimentId };
  return (await trx('funnel_tests').where(where).whereNull('ended_at').update({ ended_at: now })) > 0;
}

/** A part under test was published: that ends the test. docs/insight.md N13.8. @returns whether there was one. */
export async function endRunningTest(trx: Db, funnelId: string, kind: FunnelTest['kind'], now: Date): Promise<boolean> {
  const running = trx('funnel_tests').where({ funnel_id: funnelId, kind }).whereNull('ended_at');
  return (await running.update({ ended_at: now })) > 0;
}

/**
 * Tags that an arm changes were changed for all: that ends the test.
 * @param changed - undefined: the tagging was replaced, so that any tag may have changed.
 * @returns whether there was one.
 */
export async function endTestsOfTags(
  trx: Db,
  companyId: string,
  changed: readonly TaggingOperation[] | undefined,
  now: Date,
): Promise<boolean> {
  let hasEnded = false;
  const toKey = ({ kind, id }: TaggingOperation) => `${kind} ${id}`;
  const keys = changed && new Set(changed.map(toKey));
  for (const tests of (await listRunningTests(trx, companyId)).values()) {
    for (const { id, arms } of tests) {
      const tags = arms.flatMap(({ settings }) => settings?.tagging ?? []);
      if (!tags.some((tag) => !keys || keys.has(toKey(tag)))) continue;
      hasEnded = (await endTest(trx, companyId, id, now)) || hasEnded;
    }
  }
  return hasEnded;
}

export async function listTests(trx: Db, companyId: string): Promise<{ id: string; endedAt: Date | null }[]> {
  const rows = await trx('funnel_tests')
    .where({ company_id: companyId })
    .orderBy('experiment_id')
    .select<{ experiment_id: string; ended_at: Date | null }[]>('experiment_id', 'ended_at');
  return rows.map(({ experiment_id, ended_at }) => ({ id: experiment_id, endedAt: ended_at }));
}

/** Running tests of a company, by funnel. */
export async function listRunningTests(trx: Db, companyId: string): Promise<Map<string, FunnelTest[]>> {
  const rows = await trx('funnel_tests')
    .where({ company_id: companyId })
    .whereNull('ended_at')
    .orderBy('kind')
    .select<{ funnel_id: string; test: FunnelTest }[]>('funnel_id', 'test');
  const found = new Map<string, FunnelTest[]>();
  for (const { funnel_id, test } of rows) found.set(funnel_id, [...(found.get(funnel_id) ?? []), test]);
  return found;
}
