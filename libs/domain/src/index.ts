export * from './add-amounts.js';
export * from './answers/answer-fields.js';
export * from './answers/answers.js';
export * from './answers/answers-in-force.js';
export { type AnswerPresence, chosenKeys } from './answers/chosen-keys.js';
export * from './answers/enums.js';
export * from './answers/forbidden-fields.js';
export * from './answers/interaction-event.js';
export * from './answers/is-storable.js';
export * from './answers/migrate-answers.js';
export * from './answers/option-keys.js';
export * from './answers/parse-date-time.js';
export * from './answers/read-answers.js';
export type { SelfieRefusal } from './answers/selfie-refusal.js';
export {
  listIgnoredFieldWarnings,
  type SubmissionRoute,
  separateUnknownFields,
} from './answers/warn-about-unknown-fields.js';
export * from './blueprint/blueprint.js';
export * from './blueprint/catalog.js';
export * from './blueprint/complete-settings.js';
export * from './blueprint/defaults.js';
export * from './blueprint/deliveries.js';
export * from './blueprint/feed-formats.js';
export * from './blueprint/import-failure-codes.js';
export * from './blueprint/webhook-properties.js';
export * from './chat/avoided-words.js';
export * from './chat/chat-settings.js';
export * from './chat/find-product-names.js';
export * from './chat/fold-umlauts.js';
export * from './chat/is-on-domains.js';
export * from './checks/blueprint-names.js';
export * from './checks/check-blueprint.js';
export { isCurrency, isHexColor, isPrice } from './checks/check-catalog.js';
export { isCompanyKey } from './checks/check-company.js';
export * from './checks/check-funnel-edit.js';
export { isDate } from './checks/check-matching.js';
export { checkSteps } from './checks/check-steps.js';
export { checkTaggingOperations } from './checks/check-tagging-operations.js';
export { tagProblem } from './checks/check-tags.js';
export * from './checks/existing-company.js';
export { jsonPointer, listWarnings, type Path, type Problem } from './checks/problems.js';
export * from './checks/warn-about-blueprint.js';
export * from './checks/warn-about-names.js';
export * from './components/component-settings.js';
export { EXPERIMENT_MEASURES, type ExperimentKindName, type ExperimentMeasureName } from './experiments/measures.js';
export * from './funnel/analysis-settings.js';
export * from './funnel/built-in-selections.js';
export * from './funnel/carry-forward.js';
export * from './funnel/conditions.js';
export * from './funnel/evaluate-condition.js';
export * from './funnel/funnel-edit.js';
export type { FunnelTest, FunnelTestArm, MatchingArm } from './funnel/funnel-test.js';
export * from './funnel/host-names.js';
export * from './funnel/is-allowed-origin.js';
export * from './funnel/localize.js';
export * from './funnel/roll-back-steps.js';
export { indexSteps, type StepIndex, type VersionSteps } from './funnel/step-index.js';
export * from './funnel/step-types.js';
export * from './funnel/steps.js';
export * from './funnel/visible-steps.js';
export * from './funnel/visit-condition.js';
export * from './limits.js';
export * from './matching/color-type-names.js';
export * from './matching/describe-lift.js';
export * from './matching/expand-tags.js';
export * from './matching/explanation-language.js';
export * from './matching/findings.js';
export * from './matching/match-places.js';
export * from './matching/matching-settings.js';
export * from './matching/nearest-tag.js';
export * from './matching/presented-match.js';
export * from './matching/replay-report.js';
export * from './matching/split-words.js';
export * from './matching/tag-matrix.js';
export * from './matching/tag-usage.js';
export * from './matching/tagging-operations.js';
export * from './matching/tags.js';
export { contrastRatio, MIN_TEXT_CONTRAST, readableOn } from './page/color-contrast.js';
export * from './page/font-family.js';
export * from './page/funnel-page.js';
export * from './page/page-theme.js';
export { settingsTexts } from './page/read-step-settings.js';
export * from './page/render-steps.js';
export * from './page/result-view.js';
export { shadeName } from './page/shade-name.js';
export * from './page/swatch-colors.js';
export * from './release/compare-funnels.js';
export { compareValues, type Difference, ORDER } from './release/compare-values.js';
export {
  type AnswerConsequence,
  describeValue,
  FUNNEL_CHANGE_KINDS,
  findConsequences,
} from './release/describe-change.js';
export { describeCondition } from './sentences/describe-condition.js';
export { describeLastDay, describeRule, describeValidity } from './sentences/describe-rule.js';
export { type ConditionNames, createConditionNames, type RuleNames } from './sentences/names.js';
