import { KEY_ID } from '../../../openapi/example-ids.js';

export const apiKeyExample = {
  id: KEY_ID,
  name: 'Web shop',
  lastFour: '7kQz',
  scopes: ['funnel.read', 'analysis.create'],
  createdAt: '2026-11-21T10:00:00.000Z',
  createdBy: 'Ada Lovelace',
  expiresAt: null,
  lastUsedAt: '2026-11-21T11:59:00.000Z',
  revokedAt: null,
};

export const createdApiKeyExample = {
  id: KEY_ID,
  name: 'Web shop',
  // The checksum is wrong on purpose, so that secret scanners do not take it for a key.
  value: 'svc_live_0000000000000000000000000000000000000000000_xxxxxx',
  lastFour: 'xxxx',
  scopes: ['funnel.read', 'analysis.create'],
  createdAt: '2026-11-21T10:00:00.000Z',
  createdBy: 'Ada Lovelace',
  expiresAt: '2027-11-21T10:00:00.000Z',
};
