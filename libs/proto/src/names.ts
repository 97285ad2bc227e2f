import { camelCaseNames, enumNames, lowerCaseNames } from './enum-names.js';
import { NoColorTypeReason, SelfieReason, SelfieStatus } from './gen/svc/analysis/v1/analysis_record.js';
import { AgeRange, AnswerField, EyeColor, HairColor, SkinColor, SkinUndertone } from './gen/svc/analysis/v1/answers.js';
import { DeliveryState, DisabledReason, EndpointState } from './gen/svc/analysis/v1/delivery.js';
import { FeedFormat } from './gen/svc/catalog/v1/feed.js';
import { ImportSource, ImportState } from './gen/svc/catalog/v1/import_run.js';
import { ShopState } from './gen/svc/catalog/v1/shopify_shop.js';
import { ColorTaxonomy } from './gen/svc/funnel/v1/analysis_settings.js';
import { CrmKind, DeliveryTarget } from './gen/svc/funnel/v1/delivery_targets.js';
import { VersionState } from './gen/svc/funnel/v1/funnel.js';

export const importStates = enumNames(ImportState, 'IMPORT_STATE');
export const importSources = enumNames(ImportSource, 'IMPORT_SOURCE');
export const feedFormats = lowerCaseNames(FeedFormat, 'FEED_FORMAT');
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
export const deliveryTargets = lowerCaseNames(DeliveryTarget, 'DELIVERY_TARGET');
export const versionStates = enumNames(VersionState, 'VERSION_STATE');
export const crmKinds = lowerCaseNames(CrmKind, 'CRM_KIND');
