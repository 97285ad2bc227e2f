import { json as encodedJson } from '@svc/kit';
import { columnMappingExample } from '../../openapi/examples.js';
import { json, sendJson, sendNothing } from '../../route/answer.js';
import { checkSchema, jsonBody } from '../../route/body.js';
import { route } from '../../route/route.js';
import { columnMapping as schema } from '../../schemas/column-mapping.js';
import { COMPANY, company, getCompany, management } from './management.js';

const shared = { ...management, path: `${COMPANY}/catalog/mapping`, params: company } as const;
const examples = { mapping: columnMappingExample };
const refused = 'The column mapping cannot be used';
const NO_MAPPING = Buffer.from('{"format":"auto","columns":{}}');

/** A mapping that is not a body. Fails with INVALID_REQUEST. */
export const parseMapping = (value: unknown) => checkSchema(schema, value, refused);

const getColumnMapping = route({
  ...shared,
  method: 'GET',
  id: 'getColumnMapping',
  summary: 'The names of columns in the files of the company',
  answers: { 200: json('The mapping; without one, no columns.', 'ColumnMapping', examples) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      const { mappingJson } = await clients.catalogAdmin.getColumnMapping({ companyId });
      return sendJson(200, mappingJson ?? NO_MAPPING);
    },
});

const setColumnMapping = route({
  ...shared,
  method: 'PUT',
  id: 'setColumnMapping',
  summary: 'Map the columns of the company’s files',
  description:
    'By column of the format: a column of the file, or a text with {column} in it. For headers that no format knows, for ' +
    'translated exports, and for addresses that an export lacks.',
  body: jsonBody({ schema, schemaId: 'ColumnMapping', examples, refused }),
  answers: { 200: json('As stored.', 'ColumnMapping', examples) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, body }) => {
      const { companyId } = await getCompany(clients, params);
      const mappingJson = encodedJson.encode(body);
      await clients.catalogAdmin.setColumnMapping({ companyId, mappingJson });
      return sendJson(200, mappingJson);
    },
});

const deleteColumnMapping = route({
  ...shared,
  method: 'DELETE',
  id: 'deleteColumnMapping',
  summary: 'Delete the column mapping',
  answers: { 204: { description: 'Columns are matched by their own names. Repeated: 204.' } },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      await clients.catalogAdmin.setColumnMapping({ companyId });
      return sendNothing;
    },
});

export const columnMapping = [getColumnMapping, setColumnMapping, deleteColumnMapping];
