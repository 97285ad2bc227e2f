import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { type ManagementClient, ManagementError } from '../management-client.js';
import type { DataDirectory } from './data-directory.js';

/** Shell variables for copy and paste. */
const FILE = 'demo-sign-in.env';
const NAME = 'Demo administrator';

export interface SignIn {
  email: string;
  password: string;
}

interface Options {
  /** The demo company. */
  handle: string;
  baseDomain: string;
  /** The gateway, reachable from this machine. */
  url: string;
  management: ManagementClient;
  dataDirectory: DataDirectory;
}

/**
 * A user who administers the demo company. The password is generated at the first start and kept in DATA_DIR; a file that was lost, or
 * a database that was replaced, gets a new one. docs/identity.md I10.
 */
export async function prepareSignIn(options: Options): Promise<SignIn> {
  const email = `demo@${options.handle}.example`;
  const kept = /^SVC_DEMO_PASSWORD=(.+)$/m.exec(options.dataDirectory.read(FILE) ?? '')?.[1];
  if (kept !== undefined && (await canSignIn(options, { email, password: kept }))) return { email, password: kept };
  const signIn = { email, password: kept ?? randomBytes(12).toString('base64url') };
  await setPassword(options, signIn);
  options.dataDirectory.writeSecret(FILE, `SVC_DEMO_EMAIL=${email}\nSVC_DEMO_PASSWORD=${signIn.password}`);
  return signIn;
}

async function canSignIn(options: Options, signIn: SignIn): Promise<boolean> {
  return (await post(options, '/auth/sign-in', { ...signIn, bearer: true })).status === 200;
}

/** Creates the user by an invitation, or sets the password of the one that is there. */
async function setPassword(options: Options, { email, password }: SignIn): Promise<void> {
  const members = `/companies/${options.handle}/members`;
  const { data } = (await options.management.request('GET', `${members}?limit=100`)) as {
    data: { id: string; email: string }[];
  };
  const member = data.find((one) => one.email === email);
  if (member) {
    const { link } = (await options.management.request('POST', `${members}/${member.id}/password-reset`)) as {
      link: string;
    };
    await require(post(options, '/auth/password-reset/confirm', { token: toToken(link), password }), 204);
    return;
  }
  const { id, link } = await invite(options, email);
  if (link === undefined)
    throw new Error('The invitation of the demo user was mailed; unset SMTP_URL for the first start.');
  const acceptance = { token: toToken(link), invitationId: id, name: NAME, password };
  await require(post(options, '/auth/invitations/accept', acceptance), 201);
}

/** An invitation that an earlier start left behind is replaced. */
async function invite({ management, handle }: Options, email: string): Promise<{ id: string; link?: string }> {
  const path = `/companies/${handle}/invitations`;
  const create = () =>
    management.request('POST', path, { type: 'application/json', content: JSON.stringify({ email, role: 'ADMIN' }) });
  try {
    return (await create()) as { id: string; link?: string };
  } catch (error) {
    const pending = error instanceof ManagementError && /^\/invitations\/(.+)$/.exec(error.details[0]?.path ?? '')?.[1];
    if (!pending) throw error;
    await management.request('DELETE', `${path}/${pending}`);
    return (await create()) as { id: string; link?: string };
  }
}

const toToken = (link: string): string => new URL(link).hash.slice(1);

async function require(answer: ReturnType<typeof post>, status: number): Promise<void> {
  const { status: found, text } = await answer;
  if (found !== status) throw new Error(`The demo user was not created: ${found} ${text}`);
}

/** One request to the dashboard host, whose name need not be resolved. */
function post({ url, baseDomain }: Options, path: string, body: object): Promise<{ status: number; text: string }> {
  const host = `dashboard.${baseDomain}`;
  const headers = { host, origin: new URL(`http://${host}`).origin, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const request = httpRequest(new URL(path, url), { method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(JSON.stringify(body));
  });
}
