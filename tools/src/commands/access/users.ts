import { defineCommand } from 'citty';
import { COMPANY_ARGUMENT, companyPath, connect, UsageError } from '../connection.js';

const invite = defineCommand({
  meta: {
    name: 'invite',
    description: 'Invite a user to a company, or a platform administrator; prints the link where mail cannot be sent.',
  },
  args: {
    ...COMPANY_ARGUMENT,
    address: { type: 'positional', required: true, description: 'Email address.' },
    'platform-admin': { type: 'boolean', description: 'Invite to administer the platform.' },
    role: { type: 'string', valueHint: 'role', description: 'ADMIN, EDITOR or ANALYST. Default: ADMIN.' },
    locale: { type: 'string', valueHint: 'tag', description: 'Language of the mail. Default: en.' },
  },
  async run({ args }) {
    const isPlatform = args['platform-admin'] === true;
    if (isPlatform && args.role !== undefined) throw new UsageError('--role and --platform-admin exclude each other.');
    const path = isPlatform ? '/invitations' : `${companyPath(args.company)}/invitations`;
    const { link, expiresAt } = (await connect().request('POST', path, {
      type: 'application/json',
      content: JSON.stringify({
        email: args.address,
        ...(isPlatform ? {} : { role: args.role ?? 'ADMIN' }),
        ...(args.locale ? { locale: args.locale } : {}),
      }),
    })) as { link?: string; expiresAt: string };
    if (link) console.log(link);
    console.error(
      link
        ? `The link above is not shown again. It works once, until ${expiresAt}.`
        : `The invitation was mailed to ${args.address}; it is valid until ${expiresAt}.`,
    );
  },
});

interface User {
  id: string;
  email: string;
  name: string;
  role?: string;
  state?: string;
  platformAdmin?: boolean;
  hasSecondFactor: boolean;
}

const list = defineCommand({
  meta: { name: 'list', description: 'List the members of a company, or all users with --all.' },
  args: { ...COMPANY_ARGUMENT, all: { type: 'boolean', description: 'All users of the platform.' } },
  async run({ args }) {
    const path = args.all ? '/users' : `${companyPath(args.company)}/members`;
    for await (const user of allPages(path)) {
      const what = user.role ?? `${user.state}${user.platformAdmin ? ' platform administrator' : ''}`;
      console.log(
        `${user.id}  ${what}  second factor ${user.hasSecondFactor ? 'on' : 'off'}  ${user.email}  ${user.name}`,
      );
    }
  },
});

const erase = defineCommand({
  meta: {
    name: 'erase',
    description: 'Erase a user: name, address, credentials, memberships, tokens. The audit log keeps the id.',
  },
  args: { user: { type: 'positional', required: true, description: 'User id, as `svc users list --all` prints it.' } },
  async run({ args }) {
    await connect().request('DELETE', `/users/${encodeURIComponent(args.user)}`);
    console.error(`The user ${args.user} was erased.`);
  },
});

/** `svc users invite|list|erase`. */
export const users = defineCommand({
  meta: { name: 'users', description: 'Users of the dashboard.' },
  subCommands: { invite, list, erase },
});

async function* allPages(path: string): AsyncGenerator<User> {
  const client = connect();
  let cursor: string | null | undefined;
  do {
    const query = `?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`;
    const page = (await client.request('GET', `${path}${query}`)) as { data: User[]; nextCursor: string | null };
    yield* page.data;
    cursor = page.nextCursor;
  } while (cursor);
}
