import type { Logger } from '@svc/kit';
import type { Mailer } from './create-mailer.js';

/** Mails that are sent after the answer, because it must not depend on them. */
export interface BackgroundMails {
  /** @param what - begins the log line of a mail that was not sent. */
  start(what: string, send: (mailer: Mailer) => Promise<void>): void;
  /** Resolves when all mails that were started are sent. */
  settled(): Promise<void>;
}

/** @param mailer - undefined: mail is not configured; then a log line says so. */
export function createBackgroundMails({ mailer, log }: { mailer: Mailer | undefined; log: Logger }): BackgroundMails {
  const running = new Set<Promise<void>>();
  return {
    start(what, send) {
      if (!mailer) {
        log.info(`${what} was not mailed: SMTP_URL is not set`);
        return;
      }
      const mail = send(mailer)
        .catch((error: unknown) => log.warn({ err: error }, `${what} was not mailed`))
        .finally(() => running.delete(mail));
      running.add(mail);
    },
    settled: async () => void (await Promise.all(running)),
  };
}
