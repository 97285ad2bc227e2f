import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { type Answer, send } from '../http.js';
import { PLATFORM_TOKEN } from '../platform-token.js';
import { funnelOrigin } from './questionnaire.js';

/** The dashboard's address in the browser. */
export const dashboardOrigin = (baseURL: string | undefined): string => funnelOrigin(baseURL, 'dashboard');

export interface Account {
  email: string;
  password: string;
  name: string;
}

export interface Member extends Account {
  /** Of the session that accepting the invitation began, as `name=value`. */
  cookie: string;
}

/** A request to the dashboard host, as its pages send it. */
function ask(baseURL: string | undefined, path: string, body: unknown, headers: Record<string, string> = {}) {
  const origin = dashboardOrigin(baseURL);
  return send((baseURL as string).replace('localhost', '127.0.0.1'), path, {
    host: new URL(origin).host,
    headers: { origin, ...headers },
    body,
  });
}

const require = (answer: Answer, status: number): Answer => {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
  return answer;
};

/** The link of an invitation, which the answer has where mail cannot be sent. @param path - the invitations of a company, or of the platform. */
async function createInvitation(baseURL: string | undefined, path: string, body: object): Promise<string> {
  const created = await ask(baseURL, path, body, { authorization: `Bearer ${PLATFORM_TOKEN}` });
  return require(created, 201).body.link as string;
}

export const invite = (baseURL: string | undefined, handle: string, email: string, role: string): Promise<string> =>
  createInvitation(baseURL, `/api/admin/v1/companies/${handle}/invitations`, { email, role });

async function accept(baseURL: string | undefined, link: string, account: Account): Promise<Member> {
  const { name, password } = account;
  const token = new URL(link).hash.slice(1);
  const { invitationId } = require(await ask(baseURL, '/auth/invitations/lookup', { token }), 200).body;
  const acceptance = { token, invitationId, name, password, locale: 'en' };
  const { headers } = require(await ask(baseURL, '/auth/invitations/accept', acceptance), 201);
  const [cookie = ''] = (headers['set-cookie'] as readonly string[])[0]?.split(';') ?? [];
  return { ...account, cookie };
}

const newAccount = (role: string, domain: string): Account => ({
  email: `${role.toLowerCase()}-${randomUUID().slice(0, 8)}@${domain}`,
  password: `a long sentence for ${domain}`,
  name: 'Ada Lovelace',
});

/** A user of the company with an account. */
export async function createMember(baseURL: string | undefined, handle: string, role = 'ADMIN'): Promise<Member> {
  const account = newAccount(role, `${handle}.example`);
  return accept(baseURL, await invite(baseURL, handle, account.email, role), account);
}

export async function createPlatformAdmin(baseURL: string | undefined): Promise<Member> {
  const account = newAccount('platform', 'svc.example');
  const link = await createInvitation(baseURL, '/api/admin/v1/invitations', { email: account.email });
  return accept(baseURL, link, account);
}

/**
 * Opens a screen in a browser in which the user has accepted the invitation, and is therefore signed in. A password costs 0.1 s of a
 * processor each time, and the form more (ADR 102): journeys that are not about the sign-in begin here.
 */
export async function enter(page: Page, baseURL: string | undefined, { cookie }: Member, path = '/'): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await page.context().addCookies([{ name, value, url: dashboardOrigin(baseURL), httpOnly: true, sameSite: 'Strict' }]);
  await page.goto(dashboardOrigin(baseURL) + path);
  await expectSignedIn(page);
}

/** Signs in by the form and waits for the first screen. */
export async function signIn(page: Page, baseURL: string | undefined, { email, password }: Account, path = '/') {
  await page.goto(dashboardOrigin(baseURL) + path);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectSignedIn(page);
}

const expectSignedIn = (page: Page): Promise<void> =>
  expect(
    page
      .getByRole('navigation')
      .or(page.getByRole('button', { name: 'Ada Lovelace' }))
      .first(),
  ).toBeVisible();

/** Errors of the page, and what the Content-Security-Policy stopped. */
export function watchTrouble(page: Page): string[] {
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) trouble.push(message.text());
  });
  return trouble;
}

/** Publishes what is being edited of a funnel, from any of its screens. @param name - of the funnel. */
export async function releaseEdit(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Release …' }).click();
  await page.getByRole('button', { name: `Publish ${name}` }).click();
  await expect(page.getByText(new RegExp(`^Version \\d+ of ${name} is in force`))).toBeVisible();
}
