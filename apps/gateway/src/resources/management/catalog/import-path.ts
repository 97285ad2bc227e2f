import { IMPORT_ID } from '../../../openapi/example-ids.js';
import { pathId } from '../../../route/parameter.js';
import { COMPANY, company } from '../management.js';

export const IMPORTS = `${COMPANY}/catalog/imports`;

/** Path of one run. */
export const IMPORT = `${IMPORTS}/{importId}`;

export const importRun = { ...company, importId: pathId('Import id.', IMPORT_ID) };
