import { createTransport } from 'nodemailer';

export interface Mail {
  subject: string;
  text: string;
}

/** Sends one mail. Rejects when the mail server did not take it. */
export type Mailer = (address: string, mail: Mail) => Promise<void>;

const TIMEOUT_MS = 10_000;
const TIMEOUTS = ['connectionTimeout', 'greetingTimeout', 'socketTimeout'];

/** Sends mail through a server. Opens no connection before the first mail. */
export function createMailer(smtpUrl: string, from: string): Mailer {
  const url = new URL(smtpUrl);
  // Options next to an address are ignored by the library; those in its query are not.
  for (const name of TIMEOUTS) if (!url.searchParams.has(name)) url.searchParams.set(name, String(TIMEOUT_MS));
  const transport = createTransport(url.href);
  return async (to, { subject, text }) => {
    try {
      await transport.sendMail({ from, to, subject, text });
    } catch (error) {
      throw toMailError(error);
    }
  };
}

/** Errors of the library contain the response of the server, which names the recipient; this one goes into logs. */
function toMailError(error: unknown): Error {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const codes = [code, responseCode].filter((one) => typeof one === 'string' || typeof one === 'number');
  return new Error(`The mail server did not take the mail: ${codes.join(' ') || 'unknown error'}.`);
}
