import { camelCaseNames, enumNames, kebabCaseNames } from './enum-names.js';
import { NoColorTypeReason, SelfieReason, SelfieStatus } from './gen/svc/analysis/v1/analysis_record.js';
import { AgeRange, AnswerField, EyeColor, HairColor, SkinColor, SkinUndertone } from './gen/svc/analysis/v1/answers.js';
import { DeliveryState, DisabledReason, EndpointState } from './gen/svc/analysis/v1/delivery.js';
import { FeedFormat } from './gen/svc/catalog/v1/feed.js';
import { ChangeConcern } from './gen/svc/catalog/v1/import_changes.js';
import { ImportSource, ImportState } from './gen/svc/catalog/v1/import_run.js';
import { ShopState } from './gen/svc/catalog/v1/shopify_shop.js';
import { ChatActionKind } from './gen/svc/chat/v1/chat_answer.js';
import { ColorTaxonomy } from './gen/svc/funnel/v1/analysis_settings.js';
import { ComponentColorScheme, ComponentFunnelState, TrackingConsent } from './gen/svc/funnel/v1/component_config.js';
import { CrmKind, DeliveryTarget } from './gen/svc/funnel/v1/delivery_targets.js';
import { VersionState } from './gen/svc/funnel/v1/funnel.js';
import { Role } from './gen/svc/identity/v1/actor.js';
import { AuditActorKind, AuditOutcome } from './gen/svc/identity/v1/audit_entry.js';
import { InvitationState } from './gen/svc/identity/v1/invitation.js';
import { ExperimentEnd, ExperimentKind, ExperimentMeasure, ExperimentState } from './gen/svc/insight/v1/experiment.js';
import { ExperimentGuard, ExperimentOutcome } from './gen/svc/insight/v1/experiment_result.js';
import { OrderKind } from './gen/svc/insight/v1/order.js';
import { RefusalKind } from './gen/svc/insight/v1/refusal.js';
import { AttributionProof, AttributionRule, ChatUse, RevenuePlace } from './gen/svc/insight/v1/revenue.js';
import { FunnelVisitEventType, ShopVisitEventType, VisitDevice } from './gen/svc/insight/v1/visit.js';
import { ExplanationLanguage } from './gen/svc/matcher/v1/cited_answer.js';
import {
  CheckPhase,
  ColorTypeMethod,
  DeadEndKind,
  IdleReason,
  MultiSelectionMethod,
  PathMethod,
  RuleConflictKind,
} from './gen/svc/matcher/v1/funnel_check.js';
import { InteractionType } from './gen/svc/matcher/v1/interaction_event.js';
import {
  EligibilityCode,
  MatchTest,
  ScorePart,
  SetCode,
  SetLift,
  TestCode,
} from './gen/svc/matcher/v1/match_explanation.js';
import { BuildOutcome } from './gen/svc/matcher/v1/model.js';
import { ReplayedPart, ReplayedTabState } from './gen/svc/matcher/v1/replay_report.js';
import { ShopperReasonCode } from './gen/svc/matcher/v1/variant_description.js';

export const importStates = enumNames(ImportState, 'IMPORT_STATE');
export const importSources = enumNames(ImportSource, 'IMPORT_SOURCE');
export const changeConcerns = enumNames(ChangeConcern, 'CHANGE_CONCERN');
export const feedFormats = kebabCaseNames(FeedFormat, 'FEED_FORMAT');
export const shopStates = enumNames(ShopState, 'SHOP_STATE');

export const hairColors = enumNames(HairColor, 'HAIR_COLOR');
export const eyeColors = enumNames(EyeColor, 'EYE_COLOR');
export const skinColors = enumNames(SkinColor, 'SKIN_COLOR');
export const skinUndertones = enumNames(SkinUndertone, 'SKIN_UNDERTONE');
export const ageRanges = enumNames(AgeRange, 'AGE_RANGE');
export const answerFields = camelCaseNames(AnswerField, 'ANSWER_FIELD');
export const noColorTypeReasons = enumNames(NoColorTypeReason, 'NO_COLOR_TYPE_REASON');
export const selfieStatuses = enumNames(SelfieStatus, 'SELFIE_STATUS');
export const selfieReasons = enumNames(SelfieReason, 'SELFIE_REASON');

export const deliveryStates = enumNames(DeliveryState, 'DELIVERY_STATE');
export const endpointStates = enumNames(EndpointState, 'ENDPOINT_STATE');
export const disabledReasons = enumNames(DisabledReason, 'DISABLED_REASON');

export const colorTaxonomies = enumNames(ColorTaxonomy, 'COLOR_TAXONOMY');
export const deliveryTargets = kebabCaseNames(DeliveryTarget, 'DELIVERY_TARGET');
export const versionStates = enumNames(VersionState, 'VERSION_STATE');
export const crmKinds = kebabCaseNames(CrmKind, 'CRM_KIND');
export const componentFunnelStates = enumNames(ComponentFunnelState, 'COMPONENT_FUNNEL_STATE');
export const componentColorSchemes = kebabCaseNames(ComponentColorScheme, 'COMPONENT_COLOR_SCHEME');
export const trackingConsents = enumNames(TrackingConsent, 'TRACKING_CONSENT');

export const interactionTypes = enumNames(InteractionType, 'INTERACTION_TYPE');
export const buildOutcomes = enumNames(BuildOutcome, 'BUILD_OUTCOME');
export const explanationLanguages = kebabCaseNames(ExplanationLanguage, 'EXPLANATION_LANGUAGE');

export const checkPhases = enumNames(CheckPhase, 'CHECK_PHASE');
export const pathMethods = kebabCaseNames(PathMethod, 'PATH_METHOD');
export const multiSelectionMethods = kebabCaseNames(MultiSelectionMethod, 'MULTI_SELECTION_METHOD');
export const colorTypeMethods = kebabCaseNames(ColorTypeMethod, 'COLOR_TYPE_METHOD');
export const deadEndKinds = enumNames(DeadEndKind, 'DEAD_END_KIND');
export const idleReasons = enumNames(IdleReason, 'IDLE_REASON');
export const ruleConflictKinds = enumNames(RuleConflictKind, 'RULE_CONFLICT_KIND');

export const eligibilityCodes = enumNames(EligibilityCode, 'ELIGIBILITY_CODE');
export const matchTests = enumNames(MatchTest, 'MATCH_TEST');
export const testCodes = enumNames(TestCode, 'TEST_CODE');
export const setLifts = kebabCaseNames(SetLift, 'SET_LIFT');
export const setCodes = enumNames(SetCode, 'SET_CODE');
export const scoreParts = enumNames(ScorePart, 'SCORE_PART');

export const replayedParts = camelCaseNames(ReplayedPart, 'REPLAYED_PART');
export const replayedTabStates = kebabCaseNames(ReplayedTabState, 'REPLAYED_TAB_STATE');
export const shopperReasonCodes = enumNames(ShopperReasonCode, 'SHOPPER_REASON_CODE');

export const roles = enumNames(Role, 'ROLE');
export const auditActorKinds = enumNames(AuditActorKind, 'AUDIT_ACTOR_KIND');
export const auditOutcomes = enumNames(AuditOutcome, 'AUDIT_OUTCOME');
export const invitationStates = enumNames(InvitationState, 'INVITATION_STATE');

export const visitDevices = enumNames(VisitDevice, 'VISIT_DEVICE');
export const funnelVisitEventTypes = enumNames(FunnelVisitEventType, 'FUNNEL_VISIT_EVENT_TYPE');

export const shopVisitEventTypes = enumNames(ShopVisitEventType, 'SHOP_VISIT_EVENT_TYPE');

export const experimentKinds = enumNames(ExperimentKind, 'EXPERIMENT_KIND');
export const experimentStates = enumNames(ExperimentState, 'EXPERIMENT_STATE');
export const experimentEnds = enumNames(ExperimentEnd, 'EXPERIMENT_END');
export const experimentMeasures = enumNames(ExperimentMeasure, 'EXPERIMENT_MEASURE');
export const experimentGuards = enumNames(ExperimentGuard, 'EXPERIMENT_GUARD');
export const experimentOutcomes = enumNames(ExperimentOutcome, 'EXPERIMENT_OUTCOME');

export const orderKinds = enumNames(OrderKind, 'ORDER_KIND');
export const attributionRules = enumNames(AttributionRule, 'ATTRIBUTION_RULE');
export const attributionProofs = enumNames(AttributionProof, 'ATTRIBUTION_PROOF');
export const revenuePlaces = enumNames(RevenuePlace, 'REVENUE_PLACE');
export const chatUses = enumNames(ChatUse, 'CHAT_USE');
export const refusalKinds = enumNames(RefusalKind, 'REFUSAL_KIND');

export const chatActionKinds = enumNames(ChatActionKind, 'CHAT_ACTION_KIND');
