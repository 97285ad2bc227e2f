import { readFileSync } from 'node:fs';
import { documentProblems } from './graphql/check-document.js';
import { parseDocument } from './graphql/parse-document.js';
import { parseSchema } from './graphql/parse-schema.js';

/** The Admin API's schema, as far as it is used. */
export const ADMIN_SCHEMA = parseSchema(readFileSync(new URL('../schema-part.graphql', import.meta.url), 'utf8'));

/** What of a GraphQL document does not fit the Admin API; empty: it fits. */
export function adminDocumentProblems(text: string): string[] {
  try {
    return documentProblems(ADMIN_SCHEMA, parseDocument(text));
  } catch (error) {
    if (error instanceof SyntaxError) return [error.message];
    throw error;
  }
}
