import {
  CheckPhase,
  ColorTypeMethod,
  DeadEndKind,
  EligibilityCode,
  ExplanationLanguage,
  type FunnelCheck,
  IdleReason,
  type MatchExplanation,
  MatchTest,
  MultiSelectionMethod,
  PathMethod,
  ReplayedPart,
  ReplayedTabState,
  type ReplayReport,
  ScorePart,
  TestCode,
  toAnswers,
} from '@svc/proto';
import { explanationExample } from '../resources/management/analyses/explanation-example.js';
import { funnelCheckExample } from '../resources/management/check/check-funnel-examples.js';
import { replayReportExample } from '../resources/management/releases/release-examples.js';

/** What matcher-svc sends for the examples of the OpenAPI document. */

const [deadEnd] = funnelCheckExample.deadEnds.first;
export const checkMessage: FunnelCheck = {
  ...funnelCheckExample,
  paths: {
    method: PathMethod.PATH_METHOD_ALL,
    checked: 96,
    total: 96,
    undecidedPairs: 0,
    multiSelection: MultiSelectionMethod.MULTI_SELECTION_METHOD_COMBINATIONS,
    colorType: ColorTypeMethod.COLOR_TYPE_METHOD_IGNORED,
  },
  deadEnds: { total: 1, first: [{ ...deadEnd!, kind: DeadEndKind.DEAD_END_KIND_ANSWERS }] },
  idleRules: { total: 1, first: [{ rule: 'summer-glow', reason: IdleReason.IDLE_REASON_EXPIRED }] },
};

export const progressMessage = (done: number) => ({ phase: CheckPhase.CHECK_PHASE_WALK, done, total: 2 });

const { versions, variants } = explanationExample;
const [rejected] = variants;
const [colorType, complexion, avoid, exclude] = rejected!.tests.map(({ answers: _, stepId: __, ...test }) => ({
  ...test,
  answers: [],
}));
const { parts, learning: _, ...score } = rejected!.score!;
export const explanationMessage: MatchExplanation = {
  language: ExplanationLanguage.EXPLANATION_LANGUAGE_EN,
  date: explanationExample.date,
  versions: { ...versions, model: undefined, experiment: undefined },
  answers: toAnswers({ selectionValues: [{ stepId: 12, selectedKey: 'redness' }] }),
  matchedCount: 611,
  variants: [
    {
      variantId: 'V1007',
      matched: false,
      sentence: rejected!.sentence,
      eligibility: { ...rejected!.eligibility, code: EligibilityCode.ELIGIBILITY_CODE_ELIGIBLE },
      tests: [
        { ...colorType!, test: MatchTest.MATCH_TEST_COLOR_TYPE, code: TestCode.TEST_CODE_COLOR_NOT_TESTED },
        { ...complexion!, test: MatchTest.MATCH_TEST_COMPLEXION, code: TestCode.TEST_CODE_COMPLEXION_NOT_TESTED },
        {
          ...avoid!,
          test: MatchTest.MATCH_TEST_AVOID,
          code: TestCode.TEST_CODE_AVOID_CARRIED,
          stepId: 12,
          answers: [{ answer: { $case: 'option', value: { stepId: 12, key: 'redness' } } }],
        },
        { ...exclude!, test: MatchTest.MATCH_TEST_RULE_EXCLUDE, code: TestCode.TEST_CODE_NOT_EXCLUDED },
      ],
      sets: [],
      score: {
        ...score,
        parts: parts.map((part) => ({ ...part, part: ScorePart.SCORE_PART_TAGS, steps: part.steps ?? [] })),
      },
      tabs: ['FACE'],
    },
  ],
};

export const replayMessage: ReplayReport = {
  ...replayReportExample,
  versions: { ...replayReportExample.versions, model: undefined },
  draft: { parts: [ReplayedPart.REPLAYED_PART_MATCHING] },
  tabs: {
    analyses: 500,
    tabs: replayReportExample.tabs.tabs.map((tab) => ({
      ...tab,
      state: ReplayedTabState.REPLAYED_TAB_STATE_KEPT,
    })),
  },
};
