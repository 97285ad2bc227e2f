import { useQuery } from '@tanstack/react-query';
import { api, load, type Schemas } from './client.js';

const PAGE = 100;

/** Tests that measure now. Publishing what they compare ends them. docs/insight.md N13.8. @param funnel - undefined: of all funnels. */
export const useRunningTests = (company: string, options: { funnel?: string | undefined; isEnabled: boolean }) =>
  useQuery({
    // Under the key of all tests, so that a change of a test concerns it.
    queryKey: ['experiments', company, 'running', options.funnel],
    enabled: options.isEnabled,
    queryFn: async ({ signal }) => {
      const found = await fetchTests(company, options.funnel, signal);
      return found.filter(({ state }) => state === 'RUNNING' || state === 'DRY_CHECK');
    },
  });

async function fetchTests(handle: string, funnel: string | undefined, signal: AbortSignal) {
  const found: Schemas['Experiment'][] = [];
  let cursor: string | null = null;
  do {
    const query = { limit: PAGE, ...(funnel === undefined ? {} : { funnel }), ...(cursor === null ? {} : { cursor }) };
    const page: Schemas['ExperimentPage'] = await load(
      api.GET('/api/admin/v1/companies/{handle}/experiments', { params: { path: { handle }, query }, signal }),
    );
    found.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}
