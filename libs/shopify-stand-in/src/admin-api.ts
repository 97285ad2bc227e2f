import { ADMIN_SCHEMA } from './admin-schema.js';
import { documentProblems } from './graphql/check-document.js';
import { execute } from './graphql/execute.js';
import { parseDocument } from './graphql/parse-document.js';
import type { Answer } from './oauth.js';
import { QueryError } from './product.js';
import { type PointBucket, requestedCost } from './query-cost.js';
import type { StandInShop } from './stand-in-shop.js';

/** POST /admin/api/{version}/graphql.json of a caller whose token is good. */
export function answerGraphql(
  shop: StandInShop,
  body: { query?: unknown; variables?: unknown },
  bucket: PointBucket,
  isThrottled: boolean,
): Answer & { isThrottled?: true } {
  const variables = (body.variables ?? {}) as Record<string, unknown>;
  try {
    const document = parseDocument(String(body.query));
    const problems = documentProblems(ADMIN_SCHEMA, document);
    for (const { name, type, fallback } of document.variables) {
      if (type.isRequired && !fallback && variables[name] == null) {
        problems.push(`Variable $${name} of type ${type.name}! was provided invalid value`);
      }
    }
    if (problems.length > 0) return failed(problems);
    const requested = requestedCost(document.selection, variables);
    if (isThrottled || !bucket.take(requested)) {
      const error = {
        message: 'Throttled',
        extensions: { code: 'THROTTLED', documentation: 'https://shopify.dev/api/usage/rate-limits' },
      };
      return {
        status: 200,
        isThrottled: true,
        body: { errors: [error], extensions: { cost: bucket.cost(requested, true) } },
      };
    }
    const data = execute(document, shop.root(), variables);
    return { status: 200, body: { data, extensions: { cost: bucket.cost(requested, false) } } };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof QueryError) return failed([error.message]);
    throw error;
  }
}

const failed = (messages: readonly string[]): Answer => ({
  status: 200,
  body: { errors: messages.map((message) => ({ message })) },
});
