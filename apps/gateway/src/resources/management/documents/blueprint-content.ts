import { json } from '@svc/kit';
import type { Context } from '../../../context.js';
import { ref } from '../../../openapi/ref.js';
import { type Content, jsonContent, type Reply, sendBody, sendJson } from '../../../route/answer.js';
import { YAML_TYPES } from './parse-blueprint.js';

/** A schema as JSON and as YAML, each with an example. */
export const jsonOrYaml = (schemaId: string, name: string, example: unknown, yaml: string): Content => ({
  ...jsonContent(schemaId, { [name]: example }),
  ...Object.fromEntries(
    YAML_TYPES.map((type) => [
      type,
      {
        schema: { type: 'string', contentMediaType: type, contentSchema: ref(schemaId) },
        examples: { [name]: { value: yaml } },
      },
    ]),
  ),
});

/** A company file as JSON, or as YAML if Accept prefers it. */
export async function sendBlueprint(ctx: Context, blueprintJson: Uint8Array): Promise<Reply<200>> {
  const accepted = ctx.accepts('application/json', ...YAML_TYPES);
  if (!YAML_TYPES.some((type) => type === accepted)) return sendJson(200, blueprintJson, { Vary: 'Accept' });
  const { stringify } = await import('yaml'); // Not at the start of the gateway.
  const text = stringify(json.decode(Buffer.from(blueprintJson)), { lineWidth: 120 });
  return sendBody(200, 'application/yaml; charset=utf-8', Buffer.from(text), { Vary: 'Accept' });
}
