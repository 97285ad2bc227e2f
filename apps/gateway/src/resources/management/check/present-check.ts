import {
  type FunnelCheck as CheckMessage,
  checkPhases,
  colorTypeMethods,
  type DeadEnd,
  deadEndKinds,
  idleReasons,
  multiSelectionMethods,
  type PathAnswer,
  type CheckProgress as ProgressMessage,
  pathMethods,
  ruleConflictKinds,
} from '@svc/proto';
import { presentFindings } from '../../../messages/findings.js';
import { requirePart } from '../../../messages/require-part.js';
import type { CheckProgress, FunnelCheck } from '../bodies.js';

export const presentProgress = ({ phase, done, total }: ProgressMessage): CheckProgress => ({
  phase: checkPhases.toName(phase),
  done,
  total,
});

/** A report as docs/management.md shows it. */
export function presentCheck(check: CheckMessage): FunnelCheck {
  const paths = requirePart(check.paths);
  const { total, first } = requirePart(check.deadEnds);
  const eligible = requirePart(check.eligible);
  return {
    ...(check.version ? { version: check.version } : {}),
    date: check.date,
    paths: {
      method: pathMethods.toName(paths.method),
      checked: paths.checked,
      total: paths.total,
      undecidedPairs: paths.undecidedPairs,
      multiSelection: multiSelectionMethods.toName(paths.multiSelection),
      colorType: colorTypeMethods.toName(paths.colorType),
    },
    deadEnds: { total, first: first.map(presentDeadEnd) },
    blockingDeadEnds: check.blockingDeadEnds,
    deadPaths: check.deadPaths,
    unreachableVariants: requirePart(check.unreachableVariants),
    emptyTabs: requirePart(check.emptyTabs),
    resultPageWithoutTabs: check.resultPageWithoutTabs,
    idleRules: presentFindings(check.idleRules, ({ rule, reason }) => ({ rule, reason: idleReasons.toName(reason) })),
    conflicts: presentFindings(check.conflicts, ({ kind, rules: [one = '', other = ''], paths: count }) => ({
      kind: ruleConflictKinds.toName(kind),
      rules: [one, other] as [string, string],
      paths: count,
    })),
    idleOptions: requirePart(check.idleOptions),
    eligible: { ...eligible, resultPage: eligible.resultPage ?? null },
  };
}

const presentDeadEnd = ({ kind, answers, paths, example }: DeadEnd) => ({
  kind: deadEndKinds.toName(kind),
  answers: answers.map(presentPathAnswer),
  paths,
  example: example.map(presentPathAnswer),
});

const presentPathAnswer = ({ step, key, chosen }: PathAnswer) => ({ step: step ?? null, key, chosen });
