import { KEY_ID } from '../../../openapi/example-ids.js';

export const managementTokenExample = {
  id: KEY_ID,
  name: 'Nightly import',
  role: 'EDITOR',
  lastFour: '7kQz',
  createdAt: '2026-11-21T10:00:00.000Z',
  expiresAt: '2027-02-19T10:00:00.000Z',
  lastUsedAt: '2026-11-21T11:59:00.000Z',
  revokedAt: null,
};

export const createdManagementTokenExample = {
  id: KEY_ID,
  name: 'Nightly import',
  // Too short for one, so that secret scanners do not take it for a token.
  value: 'svc_manage_…',
  role: 'EDITOR',
  lastFour: '7kQz',
  createdAt: '2026-11-21T10:00:00.000Z',
  expiresAt: '2027-02-19T10:00:00.000Z',
};
