import { z } from 'zod';
import '../resources/auth/auth-schema.js';
import '../resources/management/api-keys/api-key-schema.js';
import '../resources/management/audit-log/audit-schema.js';
import '../resources/management/management-tokens/management-token-schema.js';
import '../resources/management/people/people-schema.js';
import '../resources/management/companies/company-schema.js';
import '../resources/management/settings/company-settings-schema.js';
import '../resources/management/funnels/funnel-edit-schema.js';
import '../resources/management/funnels/funnel-schema.js';
import '../resources/management/catalog/import-schema.js';
import '../resources/management/catalog/catalog-schema.js';
import '../resources/management/page-schema.js';
import '../resources/management/analyses/analysis-record-schema.js';
import '../resources/management/blueprint/blueprint.js';
import '../resources/management/catalog/column-mapping-schema.js';
import '../resources/management/webhooks/delivery-schema.js';
import './error-schema.js';
import '../resources/chat/chat-schema.js';
import '../resources/components/config-schema.js';
import '../resources/components/page-schema.js';
import '../resources/v1/event-schema.js';
import '../resources/management/insight/revenue-schema.js';
import '../resources/orders/order-schema.js';
import '../resources/visits/visit-schema.js';
import '../resources/management/check/check-funnel-schema.js';
import '../resources/management/experiments/experiment-schema.js';
import '../resources/management/insight/hours-schema.js';
import '../resources/management/insight/insight-schema.js';
import '../resources/management/learning/learning-schema.js';
import '../resources/management/analyses/explanation-schema.js';
import '../resources/management/pictures/picture-schema.js';
import '../resources/management/platform/health-schema.js';
import '../resources/management/preview/preview-schema.js';
import '../resources/management/releases/release-schema.js';
import '../resources/management/releases/replay-schema.js';
import '../resources/funnel-host/result-schema.js';
import '../resources/management/settings/settings-part-schema.js';
import '../resources/management/catalog/shopify-schema.js';
import '../resources/management/tagging/rename-tag-schema.js';
import '../resources/management/tagging/tagging-schema.js';
import '../resources/management/transcripts/transcript-schema.js';
import '../resources/funnel-host/submission-schema.js';
import '../resources/v1/funnel-schema.js';
import '../resources/v1/analysis-schema.js';
import '../resources/v1/match-schema.js';

type JsonSchema = Record<string, unknown>;

/**
 * Every zod schema that has an id, as JSON Schema 2020-12 (what OpenAPI 3.1 takes), with references among them. They are
 * the schemas that validate; imported above for their ids.
 */
export function createComponentSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'input',
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      // The safe range of an integer is true of every number in JSON here and hides the limits that are meant.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // A tuple: tools expect `items` wherever there is an array.
      if (jsonSchema.prefixItems && !jsonSchema.items) {
        jsonSchema.items = jsonSchema.prefixItems[0] as JsonSchema;
        jsonSchema.minItems = jsonSchema.prefixItems.length;
        jsonSchema.maxItems = jsonSchema.prefixItems.length;
        delete jsonSchema.prefixItems;
      }
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $id, $schema, ...schema }]) => [id, schema as JsonSchema]),
  );
}
