// Lints the OpenAPI document of the built gateway with the rules of Redocly and Spectral; part of `lint`.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { createOpenApiDocument } from './dist/openapi/document.js';
import { documentedRoutes } from './dist/router.js';

const REDOCLY_RULES = {
  'info-license': 'off', // No license is granted (LICENSE).
};

const SPECTRAL_RULES = {
  'info-contact': 'off', // Each installation has its own operator.
  'operation-description': 'off', // A summary can be enough.
  'oas3-operation-security-defined': 'off', // Knows no roles of bearer tokens, which OpenAPI 3.1 allows. Redocly checks the schemes.
};

const source = JSON.stringify(createOpenApiDocument(documentedRoutes));
const problems = [...(await lintWithRedocly()), ...(await lintWithSpectral())];
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`The OpenAPI document has ${problems.length} problems.`);
  process.exitCode = 1;
}

/** @returns {Promise<string[]>} errors and warnings. */
async function lintWithRedocly() {
  const config = await createConfig({ extends: ['recommended'], rules: REDOCLY_RULES });
  const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return found.map(({ ruleId, message, location }) => `${location[0]?.pointer}: ${message} (redocly ${ruleId})`);
}

/** @returns {Promise<string[]>} errors and warnings. */
async function lintWithSpectral() {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: [oas], rules: SPECTRAL_RULES });
  const found = await spectral.run(JSON.parse(source));
  return found.map(({ code, message, path }) => `${path.join('.')}: ${message} (spectral ${code})`);
}
