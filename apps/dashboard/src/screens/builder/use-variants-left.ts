import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Schemas } from '../../api/client.js';
import { useCompany } from '../../app/company.js';
import type { Content, Step } from '../../shared/edit/model/steps.js';
import { useQuieted } from '../../shared/use-quieted.js';
import { type ProbedAnswers, probeStep } from './panes/preview-service.js';

const QUIET_MS = 200;

export interface VariantsLeft {
  /** By the key of the option in lower case. */
  byOption: ReadonlyMap<string, number>;
  /** A color type was given and can decide. */
  isColorTested: boolean;
}

/** @param probed - undefined: the funnel is unfinished, or was not counted yet. @returns undefined where nothing can be counted. */
export function toVariantsLeft(probed: Schemas['StepProbe'] | undefined): VariantsLeft | undefined {
  if (!probed || probed.eligible === 0) return undefined;
  const byOption = new Map(probed.options.map(({ key, left }) => [key.toLowerCase(), left]));
  return { byOption, isColorTested: probed.colorTypeTested };
}

/**
 * How many variants each answer to a question leaves after the answers of the preview, with the funnel as it is being edited. Undefined while
 * it is unfinished, where nothing can be counted, and without a catalog. docs/dashboard.md Y22.
 */
export function useVariantsLeft(
  subdomain: string,
  content: Content,
  step: Step,
  answers: ProbedAnswers,
): VariantsLeft | undefined {
  const { handle } = useCompany();
  const counted = useQuieted(content, QUIET_MS);
  const { data, isError } = useQuery({
    queryKey: ['probe', handle, subdomain, step.id, counted, answers],
    queryFn: ({ signal }) => probeStep(handle, subdomain, counted, step.id, answers, signal),
    enabled: step.selections.length > 0 && counted.steps.some(({ id }) => id === step.id),
    // The figures of before stay until there are new ones, but not those of another question.
    placeholderData: (before, query) => (query?.queryKey[3] === step.id ? before : undefined),
    retry: false,
    staleTime: 60_000,
    gcTime: 0,
  });
  return useMemo(() => toVariantsLeft(isError ? undefined : data), [data, isError]);
}
