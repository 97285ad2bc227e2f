import type { Mail } from './create-mailer.js';

const isGerman = (locale: string): boolean => /^de\b/i.test(locale);

/** @param company - empty: the platform. */
export function invitationMail(link: string, company: string, inviter: string, locale: string): Mail {
  if (isGerman(locale)) {
    const where = company === '' ? 'zur Verwaltung der Plattform' : `zu ${company}`;
    return {
      subject: `Einladung ${where}`,
      text: `${inviter === '' ? 'Sie wurden' : `${inviter} hat Sie`} ${where} eingeladen.\n\nEinladung annehmen: ${link}\n\nDer Link gilt sieben Tage und kann einmal verwendet werden. Wenn Sie keine Einladung erwarten, können Sie diese Nachricht ignorieren.\n`,
    };
  }
  const where = company === '' ? 'to administer the platform' : `to ${company}`;
  return {
    subject: `Invitation ${where}`,
    text: `${inviter === '' ? 'You have been' : `${inviter} has`} invited ${inviter === '' ? '' : 'you '}${where}.\n\nAccept the invitation: ${link}\n\nThe link is valid for seven days and can be used once. If you do not expect an invitation, you can ignore this message.\n`,
  };
}

/** To the inviter. @param company - empty: the platform. */
export function acceptedMail(name: string, email: string, company: string, locale: string): Mail {
  if (isGerman(locale)) {
    const where = company === '' ? 'zur Verwaltung der Plattform' : `zu ${company}`;
    return {
      subject: `Einladung ${where} angenommen`,
      text: `${name} (${email}) hat Ihre Einladung ${where} angenommen.\n`,
    };
  }
  const where = company === '' ? 'to administer the platform' : `to ${company}`;
  return {
    subject: `Invitation ${where} accepted`,
    text: `${name} (${email}) has accepted your invitation ${where}.\n`,
  };
}

export function resetMail(link: string, locale: string): Mail {
  return isGerman(locale)
    ? {
        subject: 'Neues Passwort',
        text: `Hier können Sie ein neues Passwort festlegen: ${link}\n\nDer Link gilt 30 Minuten und kann einmal verwendet werden. Wenn Sie kein neues Passwort angefordert haben, können Sie diese Nachricht ignorieren.\n`,
      }
    : {
        subject: 'New password',
        text: `Set a new password here: ${link}\n\nThe link is valid for 30 minutes and can be used once. If you did not request a new password, you can ignore this message.\n`,
      };
}
