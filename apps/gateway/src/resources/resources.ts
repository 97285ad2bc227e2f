import { apiKeys } from './management/api-keys.js';

/** Every resource of the API host and the dashboard host. */
export const resources = [...apiKeys];
