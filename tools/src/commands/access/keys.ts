import { defineCommand } from 'citty';
import { COMPANY_ARGUMENT, companyPath, connect } from '../connection.js';

interface Key {
  id: string;
  name: string;
  lastFour: string;
  scopes: string[];
  createdAt: string;
  createdBy: string | null;
  expiresAt: string | null;
  revokedAt?: string | null;
  lastUsedAt?: string | null;
}

const create = defineCommand({
  meta: { name: 'create', description: 'Create a Company API Key; its value is printed only once.' },
  args: {
    ...COMPANY_ARGUMENT,
    name: { type: 'string', required: true, description: 'Name of the key: its purpose.' },
    expires: { type: 'string', valueHint: 'date-time', description: 'ISO 8601; default: never.' },
    scopes: {
      type: 'string',
      valueHint: 'a,b',
      description: 'Of funnel.read, analysis.create, order.write. Default: the first two.',
    },
  },
  async run({ args }) {
    const key = (await connect().request('POST', `${companyPath(args.company)}/api-keys`, {
      type: 'application/json',
      content: JSON.stringify({
        name: args.name,
        ...(args.expires ? { expiresAt: args.expires } : {}),
        ...(args.scopes ? { scopes: args.scopes.split(',').map((scope) => scope.trim()) } : {}),
      }),
    })) as Key & { value: string };
    console.log(key.value);
    console.error(`Key ${key.id} "${key.name}" (${key.scopes.join(', ')}). The value above is not shown again.`);
  },
});

const list = defineCommand({
  meta: { name: 'list', description: 'List the Company API Keys, without their values.' },
  args: COMPANY_ARGUMENT,
  async run({ args }) {
    for await (const key of allKeys(companyPath(args.company))) {
      const created = `created ${key.createdAt} by ${key.createdBy ?? 'the platform'}`;
      const used = `last used ${key.lastUsedAt ?? 'never'}`;
      console.log(`${key.id}  …${key.lastFour}  ${getState(key)}  ${created}  ${used}  ${key.name}`);
    }
  },
});

const revoke = defineCommand({
  meta: { name: 'revoke', description: 'Revoke a Company API Key, with immediate effect.' },
  args: { ...COMPANY_ARGUMENT, id: { type: 'positional', required: true, description: 'Id of the key.' } },
  async run({ args }) {
    await connect().request('DELETE', `${companyPath(args.company)}/api-keys/${encodeURIComponent(args.id)}`);
    console.log(`Key ${args.id} is revoked.`);
  },
});

/** `svc keys create|list|revoke`. */
export const keys = defineCommand({
  meta: { name: 'keys', description: 'Company API Keys.' },
  subCommands: { create, list, revoke },
});

function getState({ revokedAt, expiresAt }: Key): string {
  if (revokedAt) return 'revoked';
  if (!expiresAt) return 'active';
  return `${Date.parse(expiresAt) > Date.now() ? 'expires' : 'expired'} ${expiresAt}`;
}

async function* allKeys(path: string): AsyncGenerator<Key> {
  const client = connect();
  let cursor: string | null | undefined;
  do {
    const page = (await client.request(
      'GET',
      `${path}/api-keys?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    )) as { data: Key[]; nextCursor: string | null };
    yield* page.data;
    cursor = page.nextCursor;
  } while (cursor);
}
