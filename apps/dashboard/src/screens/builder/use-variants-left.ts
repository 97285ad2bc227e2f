import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCompany } from '../../app/company.js';
import type { Step } from './model/steps.js';
import { probeStep } from './session/edit-service.js';
import { useQuieted } from './session/use-quieted.js';

const QUIET_MS = 300;

/**
 * How many variants each answer to a question leaves, by the key of the option in lower case, with the questions as they are being edited.
 * Undefined while they are unfinished, where nothing can be counted, and without a catalog. docs/dashboard.md Y22.
 */
export function useVariantsLeft(subdomain: string, steps: Step[], step: Step): ReadonlyMap<string, number> | undefined {
  const { handle } = useCompany();
  const counted = useQuieted(steps, QUIET_MS);
  const { data, isError } = useQuery({
    queryKey: ['probe', handle, subdomain, step.id, counted],
    queryFn: ({ signal }) => probeStep(handle, subdomain, counted, step.id, signal),
    enabled: step.selections.length > 0 && counted.some(({ id }) => id === step.id),
    // The figures of before stay until there are new ones, but not those of another question.
    placeholderData: (before, query) => (query?.queryKey[3] === step.id ? before : undefined),
    retry: false,
    staleTime: 60_000,
    gcTime: 0,
  });
  return useMemo(() => {
    if (!data || isError || data.eligible === 0) return undefined;
    return new Map(data.options.map(({ key, left }) => [key.toLowerCase(), left]));
  }, [data, isError]);
}
