import { auditOutcomes } from '@svc/proto';
import { z } from 'zod';
import { page } from '../page-schema.js';

const time = z.iso.datetime();
const person = {
  id: z.string(),
  name: z.string().nullable().describe('The name of now; null: the user was erased.'),
  email: z.string().nullable().describe('The address of now; null: the user was erased.'),
};

export const auditEntry = z
  .object({
    id: z.string(),
    number: z.int().describe('Place in the chain of the company; outcomes have places of their own.'),
    at: time,
    actor: z.object({
      kind: z.enum(['USER', 'PLATFORM_TOKEN', 'ANONYMOUS']).describe('ANONYMOUS: the caller had not signed in.'),
      id: person.id.nullable(),
      name: person.name,
      email: person.email,
    }),
    subject: z.object(person).nullable().describe('The user whom the action concerns.'),
    action: z.string().describe('Permission and operation; `account` for what a user does to the own account.'),
    targets: z.record(z.string(), z.string()).describe('Ids by their names. No contact data, no secrets.'),
    requestId: z.string(),
    network: z.string().describe('Network of the client; empty: unknown.'),
    outcome: z
      .enum(auditOutcomes.all)
      .nullable()
      .describe('REFUSED: nothing has changed. UNKNOWN: no outcome was recorded within 5 minutes. null: in progress.'),
    error: z.string().nullable().describe('Error code of the response.'),
    changed: z.array(z.string()).describe('Paths of what changed, without values.'),
    changes: z
      .array(z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
      .describe('Former and new values of some of what changed. Never secrets or contact data. null: none.'),
    endedAt: time.nullable(),
  })
  .meta({ id: 'AuditEntry' });
export const auditPage = page(auditEntry, 'AuditPage');

export const auditVerification = z
  .object({
    records: z.int().describe('Entries and outcomes whose hashes were computed.'),
    first: z.int().describe('Number of the first of them; earlier ones have expired. 0: there are none.'),
    head: z
      .object({ number: z.int(), hash: z.string().describe('SHA-256, hexadecimal.') })
      .nullable()
      .describe('The last record: keep it to recognize the chain later. null: nothing was ever recorded.'),
    problems: z
      .array(z.object({ number: z.int(), message: z.string() }))
      .describe('Where the chain is broken; empty: nowhere. At most 100.'),
  })
  .meta({ id: 'AuditVerification' });
