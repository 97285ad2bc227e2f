import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SmtpServer, startSmtpServer } from '../testing/smtp-server.testing.js';
import { createMailer } from './create-mailer.js';
import { acceptedMail, invitationMail, resetMail } from './texts.js';

const FROM = 'Dashboard <dashboard@svc.example>';
const LINK = `https://dashboard.svc.example/invite#${'aZ9_-'.repeat(8)}abc`;

let server: SmtpServer;
beforeAll(async () => {
  server = await startSmtpServer();
});
afterAll(() => server.stop());

describe('a mail through a mail server (docs/identity.md I5.2)', () => {
  it.each([
    ['an invitation', invitationMail(LINK, 'Glöckchen & Söhne GmbH', 'Ada Lovelace', 'de-CH')],
    ['an invitation by the platform', invitationMail(LINK, '', '', 'en')],
    ['a password link', resetMail(LINK, 'de')],
    ['a notice', acceptedMail('Zoë 美', 'zoe@glow.example', 'Glow', 'en')],
    ['a line that begins with a dot', { subject: '.', text: '.\n..\nend\n' }],
  ])('%s arrives as it was written, with its link in one piece', async (_, mail) => {
    await createMailer(server.url, FROM)('ada@glow.example', mail);
    const received = server.received.at(-1);
    expect(received).toMatchObject({ from: 'dashboard@svc.example', to: ['ada@glow.example'] });
    expect(received?.headers).toMatchObject({ from: FROM, to: 'ada@glow.example', subject: mail.subject });
    expect(received?.text.trimEnd()).toBe(mail.text.trimEnd());
    if (mail.text.includes('https:')) expect(received?.text.split(/\s+/)).toContain(LINK);
  });

  it.each([
    ['the server refuses the recipient', (url: string) => url, 'grace@refusing.example', 'EENVELOPE 550'],
    ['the password is wrong', (url: string) => url.replace('secret', 'wrong'), 'grace@glow.example', 'EAUTH 535'],
  ])('fails when %s; the error names neither address nor password', async (_, change, address, code) => {
    const count = server.received.length;
    const send = createMailer(change(server.url), FROM)(address, { subject: 's', text: 't' });
    const error: Error = await send.then(
      () => new Error('sent'),
      (reason: Error) => reason,
    );
    expect(error.message).toBe(`The mail server did not take the mail: ${code}.`);
    expect(`${error.stack}${String(error.cause)}`).not.toMatch(/grace|wrong/);
    expect(server.received).toHaveLength(count);
  });

  it('fails when there is no server', async () => {
    // No program listens there; a port that was free a moment ago may be taken by now.
    const send = createMailer('smtp://127.0.0.1:1', FROM)('a@glow.example', { subject: 's', text: 't' });
    await expect(send).rejects.toThrow(/^The mail server did not take the mail: E\w+\.$/);
  });
});
