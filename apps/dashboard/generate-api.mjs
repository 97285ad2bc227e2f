// Writes src/gen/api.ts: the types of the routes of the built gateway, from its OpenAPI document; part of `typecheck`.
import { mkdirSync, writeFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';
import { createOpenApiDocument } from '../gateway/dist/openapi/document.js';
import { documentedRoutes } from '../gateway/dist/router.js';

const folder = new URL('src/gen/', import.meta.url);
const types = await openapiTypes(createOpenApiDocument(documentedRoutes), { alphabetize: true });
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('api.ts', folder), astToString(types));
