import {
  type FunnelCheck as CheckMessage,
  checkPhases,
  colorTypeMethods,
  type DeadEnd as DeadEndMessage,
  deadEndKinds,
  idleReasons,
  multiSelectionMethods,
  type PathAnswer as PathAnswerMessage,
  type CheckProgress as ProgressMessage,
  pathMethods,
  ruleConflictKinds,
} from '@svc/proto';
import type { CheckProgress, DeadEnd, FunnelCheck, PathAnswer } from '../engine/check/funnel-check.js';

export const toProgressMessage = ({ phase, done, total }: CheckProgress): ProgressMessage => ({
  phase: checkPhases.fromName(phase),
  done,
  total,
});

export const toCheckMessage = (check: FunnelCheck): CheckMessage => ({
  ...check,
  paths: {
    ...check.paths,
    method: pathMethods.fromName(check.paths.method),
    multiSelection: multiSelectionMethods.fromName(check.paths.multiSelection),
    colorType: colorTypeMethods.fromName(check.paths.colorType),
  },
  deadEnds: { total: check.deadEnds.total, first: check.deadEnds.first.map(toDeadEnd) },
  idleRules: {
    total: check.idleRules.total,
    first: check.idleRules.first.map(({ rule, reason }) => ({ rule, reason: idleReasons.fromName(reason) })),
  },
  conflicts: {
    total: check.conflicts.total,
    first: check.conflicts.first.map(({ kind, rules, paths }) => ({
      kind: ruleConflictKinds.fromName(kind),
      rules: [...rules],
      paths,
    })),
  },
  eligible: { ...check.eligible, resultPage: check.eligible.resultPage ?? undefined },
});

const toDeadEnd = ({ kind, answers, paths, example }: DeadEnd): DeadEndMessage => ({
  kind: deadEndKinds.fromName(kind),
  answers: answers.map(toPathAnswer),
  paths,
  example: example.map(toPathAnswer),
});

const toPathAnswer = ({ step, key, chosen }: PathAnswer): PathAnswerMessage => ({
  step: step ?? undefined,
  key,
  chosen,
});
