import type { MatchingAnswers } from '@svc/domain';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useCompany } from '../../../app/company.js';
import { isEqual } from '../../../shared/edit/model/is-equal.js';
import type { Step } from '../../../shared/edit/model/steps.js';
import { keepPreviewed } from '../../../shared/previewed/previewed-answers.js';
import { tabStorage } from '../../../shared/tab-storage.js';
import type { SharedPath } from '../builder-address.js';
import { findPathTo } from '../model/find-branches.js';
import { getChosen, listShown, type PreviewState, withPath } from '../model/preview-answers.js';

const NO_ANSWERS: MatchingAnswers = { selectionValues: [] };
const UNKNOWN: PreviewState = { stepId: null, answers: NO_ANSWERS, hasSelfie: false, hasContact: false };

/**
 * The answers of the preview, kept for other screens of the funnel. A question that they hide is shown with the answers that lead to it; a path of the address takes their place.
 * @param path - undefined: the address names none.
 * @param onTaken - the path was taken, so that a reload does not take it again.
 */
export function usePreviewedAnswers(
  subdomain: string,
  steps: readonly Step[],
  stepId: number | undefined,
  path: SharedPath | undefined,
  onTaken: () => void,
) {
  const { handle } = useCompany();
  const [state, setState] = useState<PreviewState>();
  const [colorType, setColorType] = useState('');
  /** For the frame; another object is another command. */
  const [wanted, setWanted] = useState<MatchingAnswers>();
  const latest = useRef({ steps, state, onTaken });
  latest.current = { steps, state, onTaken };
  const give = useCallback((answers: MatchingAnswers) => {
    setWanted(answers);
    setState((before) => ({ ...UNKNOWN, ...before, answers }));
  }, []);
  // What the frame remembers is known once it has reported.
  const isKnown = state !== undefined;
  useEffect(() => {
    const now = latest.current;
    if (path) {
      give(withPath(NO_ANSWERS, new Map(path.answers), now.steps));
      setColorType(path.colorType ?? '');
      now.onTaken();
      return;
    }
    if (!isKnown || stepId === undefined || !now.state || listShown(now.steps, now.state).has(stepId)) return;
    const { answers } = now.state;
    const given = new Map(now.steps.map((step) => [step.id, getChosen(step, answers)]));
    const found = findPathTo(now.steps, stepId, given);
    if (found) give(withPath(answers, found, now.steps));
  }, [path, stepId, isKnown, give]);
  // Each letter is reported back by the frame, mostly with the answers of before.
  const onState = useCallback(
    (next: PreviewState) => setState((before) => (isEqual(before, next) ? before : next)),
    [],
  );
  const shown = useMemo(() => state && listShown(steps, state), [steps, state]);
  const { answers, hasSelfie, hasContact } = state ?? UNKNOWN;
  const probed = useMemo(
    () => ({ answers, hasSelfie, hasContact, colorType }),
    [answers, hasSelfie, hasContact, colorType],
  );
  useEffect(() => {
    if (isKnown) keepPreviewed(handle, subdomain, probed, tabStorage);
  }, [isKnown, handle, subdomain, probed]);
  const isAtEnd = state?.stepId === null && steps.length > 0;
  return useMemo(
    () => ({
      /** What counters take as given. */
      probed,
      wanted,
      onState,
      onColorType: setColorType,
      /** *Any*: takes the answer to one question back. */
      onAny: (id: number) => give(withPath(answers, new Map([[id, undefined]]), steps)),
      /** The last question was answered. */
      isAtEnd,
      /** Ids of the questions that the answers show; undefined: not known yet. */
      shown,
    }),
    [probed, wanted, onState, give, answers, steps, isAtEnd, shown],
  );
}

export type PreviewedAnswers = ReturnType<typeof usePreviewedAnswers>;
