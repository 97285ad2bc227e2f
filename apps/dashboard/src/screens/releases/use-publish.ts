import { api, load, type Schemas } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { releaseKey } from './queries.js';

/** What a release did. */
export interface Outcome {
  /** The version that is in force now. */
  number: number;
  /** The version that was in force before, to which one step leads back. */
  before: { id: string; number: number } | undefined;
  warnings: readonly string[];
}

const FUNNEL = '/api/admin/v1/companies/{handle}/funnels/{subdomain}';

/** Publishes the draft, or an earlier version again. */
export function usePublish(props: {
  company: string;
  funnel: Schemas['FunnelSummary'];
  target: string;
  isDraft: boolean;
  isForced: boolean;
  onDone: (outcome: Outcome) => void;
}) {
  const { company, funnel, target, isDraft, isForced } = props;
  const params = { path: { handle: company, subdomain: funnel.subdomain } };
  const before = funnel.published ? { id: funnel.published.id, number: funnel.published.number } : undefined;
  return useChange({
    run: async (): Promise<Outcome> => {
      if (isDraft) {
        const { number } = await load(api.POST(`${FUNNEL}/publish`, { params, body: { force: isForced } }));
        return { number, before, warnings: [] };
      }
      const back = await load(api.POST(`${FUNNEL}/rollback`, { params, body: { versionId: target } }));
      return { number: back.number, before, warnings: back.warnings.map(({ message }) => message) };
    },
    changes: releaseKey(company),
    onDone: props.onDone,
  });
}
