import type { TextsOf } from '../areas.js';

export const texts: TextsOf<'entry'> = {
  'reset.title': 'Neues Passwort',
  'reset.text': 'Wir schicken Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.',
  'reset.request': 'Link senden',
  'reset.sent':
    'Wenn es zu dieser Adresse ein Konto gibt, ist eine E-Mail unterwegs. Kommt keine an, bitten Sie die Administration Ihrer Firma um einen Link.',
  'reset.action': 'Passwort festlegen',
  'reset.done': 'Das Passwort ist festgelegt. Melden Sie sich damit an.',

  'invite.title': 'Einladung',
  'invite.to': 'Einladung zu {company}',
  'invite.platform': 'der Plattform',
  'invite.no-token':
    'Diese Adresse ist kein Link einer Einladung, oder nicht der ganze. Öffnen Sie den Link noch einmal, oder bitten Sie um eine neue Einladung.',
  'invite.ended': 'Diese Einladung wurde benutzt, widerrufen oder ist abgelaufen. Bitten Sie um eine neue.',
  'invite.text': '{inviter} lädt {email} ein. Ihre Rolle: {role}.',
  'invite.join-new': 'Konto anlegen und beitreten',
  'invite.join': 'Beitreten',
  'invite.sign-in': 'Zu dieser Adresse gibt es ein Konto. Melden Sie sich an, um die Einladung anzunehmen.',
  'invite.other-account': 'Sie sind als {email} angemeldet. Die Einladung ist für {wanted}.',
  'invite.switch': 'Konto wechseln',
};
