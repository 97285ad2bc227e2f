import { type ColumnMapping, feedFormats } from '@svc/proto';
import type { z } from 'zod';
import { json, sendJson, sendNothing } from '../../../route/answer.js';
import { checkSchema, jsonBody } from '../../../route/body.js';
import { route } from '../../../route/route.js';
import { COMPANY, company, getCompany, management } from '../management.js';
import { columnMappingExample } from './catalog-examples.js';
import { columnMapping as schema } from './column-mapping-schema.js';

const shared = { ...management, path: `${COMPANY}/catalog/mapping`, params: company } as const;
const examples = { mapping: columnMappingExample };
const refused = 'The column mapping cannot be used';
const NO_MAPPING = { format: 'auto', columns: {} };

/** A mapping that is not a body. Fails with INVALID_REQUEST. */
export const parseMapping = (value: unknown): ColumnMapping => toMappingMessage(checkSchema(schema, value, refused));

const toMappingMessage = ({ format, columns }: z.output<typeof schema>): ColumnMapping => ({
  format: feedFormats.fromName(format),
  columns: Object.entries(columns).map(([name, source]) => ({ name, source })),
});

const presentMapping = ({ format, columns }: ColumnMapping) => ({
  format: feedFormats.toName(format),
  columns: Object.fromEntries(columns.map(({ name, source }) => [name, source])),
});

const getColumnMapping = route({
  ...shared,
  method: 'GET',
  id: 'getColumnMapping',
  permission: 'manage:catalog.read',
  summary: 'The names of columns in the files of the company',
  answers: { 200: json('The mapping; without one, no columns.', 'ColumnMapping', examples) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const { companyId } = await getCompany(clients, params);
      const { mapping } = await clients.catalogAdmin.getColumnMapping({ companyId });
      return sendJson(200, mapping ? presentMapping(mapping) : NO_MAPPING);
    },
});

const setColumnMapping = route({
  ...shared,
  method: 'PUT',
  id: 'setColumnMapping',
  permission: 'manage:catalog.import',
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
      await clients.catalogAdmin.setColumnMapping({ companyId, mapping: toMappingMessage(body) });
      return sendJson(200, body);
    },
});

const deleteColumnMapping = route({
  ...shared,
  method: 'DELETE',
  id: 'deleteColumnMapping',
  permission: 'manage:catalog.import',
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
