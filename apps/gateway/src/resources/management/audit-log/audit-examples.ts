import { userExample } from '../../auth/auth-examples.js';

const { id, name, email } = userExample;

export const auditEntryExample = {
  id: '7jNt5pYa1PzC3fWq0UeB4v',
  number: 811,
  at: '2026-11-21T11:59:00.000Z',
  actor: { kind: 'USER', id, name, email },
  subject: null,
  action: 'funnel.publish/publishDraft',
  targets: { subdomain: 'beauty', force: 'false', version: '4' },
  requestId: '0d9f2f0e-6a0c-4c0a-9f5e-3f3f8d0a7c11',
  network: '203.0.113.0/24',
  outcome: 'OK',
  error: null,
  changed: [],
  changes: [],
  endedAt: '2026-11-21T11:59:01.200Z',
};

export const auditCsvExample =
  'time;actor;address;action;subject;targets;outcome;error;changed;network;request;changes\r\n' +
  '"2026-11-21T11:59:00.000Z";"Ada Lovelace";"ada@glow.example";"funnel.publish/publishDraft";"";"subdomain=beauty force=false version=4";' +
  '"OK";"";"";"203.0.113.0/24";"0d9f2f0e-6a0c-4c0a-9f5e-3f3f8d0a7c11";""\r\n';

const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

export const auditVerificationExample = { records: 812, first: 1, head: { number: 812, hash: HASH }, problems: [] };
export const brokenVerificationExample = {
  ...auditVerificationExample,
  records: 811,
  problems: [{ number: 405, message: 'Records 404 to 404 are missing.' }],
};
export const headExample = `812:${HASH}`;
