import type { Step } from '@svc/domain';
import { useMemo } from 'react';
import type { Schemas } from '../../api/client.js';
import { useCompany } from '../../app/company.js';
import { useVersionContent } from '../../shared/funnel-data/queries.js';

/** Questions that rules may name: those of the published version, then those that only the draft has. Undefined: not loaded yet. */
export function useSteps({ subdomain, published, draft }: Schemas['FunnelSummary']): readonly Step[] | undefined {
  const { handle } = useCompany();
  const inForce = useVersionContent(handle, subdomain, published?.id ?? null);
  const next = useVersionContent(handle, subdomain, draft?.id ?? null);
  return useMemo(() => {
    if (!inForce.data || !next.data) return undefined;
    const steps = inForce.data.steps as Step[];
    const added = (next.data.steps as Step[]).filter(({ id }) => !steps.some((step) => step.id === id));
    return [...steps, ...added];
  }, [inForce.data, next.data]);
}
