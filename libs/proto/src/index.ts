export {
  fromAnswers,
  fromCitedAnswer,
  type NamedAnswers,
  type NamedCitedAnswer,
  toAnswers,
  toCitedAnswer,
} from './answers.js';
export { toDuration, toMilliseconds } from './duration.js';
export type { EnumNames } from './enum-names.js';
export * from './gen/google/protobuf/duration.js';
export * from './gen/google/rpc/error_details.js';
export * from './gen/google/rpc/status.js';
export * from './gen/svc/analysis/v1/analysis_admin_service.js';
export * from './gen/svc/analysis/v1/analysis_record.js';
export * from './gen/svc/analysis/v1/analysis_service.js';
export * from './gen/svc/analysis/v1/answers.js';
export * from './gen/svc/analysis/v1/delivery.js';
export * from './gen/svc/analysis/v1/delivery_service.js';
export * from './gen/svc/analysis/v1/matching_input.js';
export * from './gen/svc/analysis/v1/picture_conversion_service.js';
export * from './gen/svc/analysis/v1/submission.js';
export * from './gen/svc/analysis/v1/submission_service.js';
export * from './gen/svc/catalog/v1/catalog_admin_service.js';
export * from './gen/svc/catalog/v1/catalog_change.js';
export * from './gen/svc/catalog/v1/catalog_service.js';
export * from './gen/svc/catalog/v1/feed.js';
export * from './gen/svc/catalog/v1/import_run.js';
export * from './gen/svc/catalog/v1/product.js';
export * from './gen/svc/catalog/v1/shopify_service.js';
export * from './gen/svc/catalog/v1/shopify_shop.js';
export * from './gen/svc/catalog/v1/variant_service.js';
export * from './gen/svc/funnel/v1/analysis_settings.js';
export * from './gen/svc/funnel/v1/component_config.js';
export * from './gen/svc/funnel/v1/component_service.js';
export * from './gen/svc/funnel/v1/delivery_targets.js';
export * from './gen/svc/funnel/v1/funnel.js';
export * from './gen/svc/funnel/v1/funnel_admin_service.js';
export * from './gen/svc/funnel/v1/funnel_edit.js';
export * from './gen/svc/funnel/v1/funnel_edit_service.js';
export * from './gen/svc/funnel/v1/funnel_host.js';
export * from './gen/svc/funnel/v1/funnel_page_service.js';
export * from './gen/svc/funnel/v1/funnel_service.js';
export * from './gen/svc/funnel/v1/picture.js';
export * from './gen/svc/funnel/v1/picture_service.js';
export * from './gen/svc/identity/v1/actor.js';
export * from './gen/svc/identity/v1/audit_entry.js';
export * from './gen/svc/identity/v1/audit_service.js';
export * from './gen/svc/identity/v1/credential_service.js';
export * from './gen/svc/identity/v1/device.js';
export * from './gen/svc/identity/v1/invitation.js';
export * from './gen/svc/identity/v1/invitation_service.js';
export * from './gen/svc/identity/v1/member.js';
export * from './gen/svc/identity/v1/member_service.js';
export * from './gen/svc/identity/v1/session_service.js';
export * from './gen/svc/matcher/v1/catalog_names.js';
export * from './gen/svc/matcher/v1/cited_answer.js';
export * from './gen/svc/matcher/v1/config_version.js';
export * from './gen/svc/matcher/v1/drafted_funnel.js';
export * from './gen/svc/matcher/v1/event_service.js';
export * from './gen/svc/matcher/v1/findings.js';
export * from './gen/svc/matcher/v1/funnel_check.js';
export * from './gen/svc/matcher/v1/interaction_event.js';
export * from './gen/svc/matcher/v1/learning_report.js';
export * from './gen/svc/matcher/v1/learning_service.js';
export * from './gen/svc/matcher/v1/match_explanation.js';
export * from './gen/svc/matcher/v1/matcher_admin_service.js';
export * from './gen/svc/matcher/v1/matcher_service.js';
export * from './gen/svc/matcher/v1/model.js';
export * from './gen/svc/matcher/v1/presentation_service.js';
export * from './gen/svc/matcher/v1/preview_service.js';
export * from './gen/svc/matcher/v1/release_service.js';
export * from './gen/svc/matcher/v1/replay_report.js';
export * from './gen/svc/matcher/v1/rule_effect.js';
export * from './gen/svc/matcher/v1/tab_effect.js';
export * from './gen/svc/matcher/v1/variant_description.js';
export * from './gen/svc/release/v1/release_admin_service.js';
export * from './names.js';
