import { z } from 'zod';
import '../schemas/admin.js';
import '../schemas/analysis-record.js';
import '../schemas/blueprint/blueprint.js';
import '../schemas/column-mapping.js';
import '../schemas/deliveries.js';
import '../schemas/error-body.js';
import '../schemas/events.js';
import '../schemas/funnel-check.js';
import '../schemas/learning.js';
import '../schemas/match-explanation.js';
import '../schemas/releases.js';
import '../schemas/replay.js';
import '../schemas/results.js';
import '../schemas/shopify.js';
import '../schemas/submission.js';
import '../schemas/v1.js';

type JsonSchema = Record<string, unknown>;

/**
 * Every zod schema that has an id, as JSON Schema 2020-12 (what OpenAPI 3.1 takes), with references among them. They are
 * the schemas that validate; imported above for their ids.
 */
export function componentSchemas(): Record<string, JsonSchema> {
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
