import { z } from 'zod';
import '../resources/auth/auth-schema.js';
import '../resources/management/api-key-schema.js';
import '../resources/management/audit-schema.js';
import '../resources/management/people-schema.js';
import '../resources/management/company-schema.js';
import '../resources/management/company-settings-schema.js';
import '../resources/management/funnel-edit-schema.js';
import '../resources/management/funnel-schema.js';
import '../resources/management/import-schema.js';
import '../resources/management/catalog-schema.js';
import '../resources/management/page-schema.js';
import '../resources/management/analysis-record-schema.js';
import '../resources/management/blueprint/blueprint.js';
import '../resources/management/column-mapping-schema.js';
import '../resources/management/delivery-schema.js';
import './error-schema.js';
import '../resources/components/config-schema.js';
import '../resources/components/page-schema.js';
import '../resources/v1/event-schema.js';
import '../resources/management/check-funnel-schema.js';
import '../resources/management/learning-schema.js';
import '../resources/management/explanation-schema.js';
import '../resources/management/preview-schema.js';
import '../resources/management/release-schema.js';
import '../resources/management/replay-schema.js';
import '../resources/funnel-host/result-schema.js';
import '../resources/management/settings-part-schema.js';
import '../resources/management/shopify-schema.js';
import '../resources/management/tagging-schema.js';
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
