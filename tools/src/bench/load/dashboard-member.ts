import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { Page } from '@playwright/test';
import { PLATFORM_TOKEN } from './platform-token.js';

const PASSWORD = 'a long sentence for benchmarks';
const PLATFORM = { authorization: `Bearer ${PLATFORM_TOKEN}` };

const toEmail = (handle: string) => `${handle}-ada@bench.example`;

export interface DashboardAnswer<T> {
  body: T;
  headers: IncomingHttpHeaders;
}

/** A request to the dashboard host. Fails unless the answer is 2xx. */
export function askDashboard<T>(
  port: number,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<DashboardAnswer<T>> {
  const host = `dashboard.localhost:${port}`;
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { host, origin: `http://${host}`, 'content-type': 'application/json', ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if ((response.statusCode ?? 500) >= 300) {
            reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`));
          } else resolve({ body: (text === '' ? {} : JSON.parse(text)) as T, headers: response.headers });
        });
      },
    );
    request.on('error', reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

export const applyCompany = (port: number, handle: string, blueprint: object) =>
  askDashboard(port, 'PUT', `/api/admin/v1/companies/${handle}/blueprint`, { body: blueprint, headers: PLATFORM });

/** Creates an administrator of the company with an account. */
export async function createMember(port: number, handle: string): Promise<void> {
  const { link } = (
    await askDashboard<{ link: string }>(port, 'POST', `/api/admin/v1/companies/${handle}/invitations`, {
      body: { email: toEmail(handle), role: 'ADMIN' },
      headers: PLATFORM,
    })
  ).body;
  const token = new URL(link).hash.slice(1);
  const { invitationId } = (
    await askDashboard<{ invitationId: string }>(port, 'POST', '/auth/invitations/lookup', { body: { token } })
  ).body;
  const account = { name: 'Ada', password: PASSWORD, locale: 'en' };
  await askDashboard(port, 'POST', '/auth/invitations/accept', { body: { token, invitationId, ...account } });
}

/** The token of a new session. */
export async function startSession(port: number, handle: string): Promise<string> {
  const body = { email: toEmail(handle), password: PASSWORD, bearer: true };
  return (await askDashboard<{ token: string }>(port, 'POST', '/auth/sign-in', { body })).body.token;
}

/** Fills in the form of the sign-in. */
export async function signIn(page: Page, handle: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(toEmail(handle));
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
