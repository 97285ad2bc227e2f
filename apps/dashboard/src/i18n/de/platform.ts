import type { TextsOf } from '../areas.js';

export const texts: TextsOf<'platform'> = {
  'platform.title': 'Plattform',
  'companies.create': 'Firma anlegen',
  'companies.handle': 'Kürzel',
  'companies.handle.text':
    '2 bis 40 Zeichen aus a–z, 0–9 und „-“. Es ist Teil von Adressen und kann nicht geändert werden.',
  'companies.none': 'Es gibt noch keine Firma',
  'companies.none.text': 'Legen Sie die erste hier an, oder mit einer Firmendatei und der Befehlszeile.',
  'users.title': 'Personen',
  'users.text': 'Alle, die sich anmelden können. Mitglieder einer Firma werden dort verwaltet.',
  'users.search': 'Anfang des Namens oder der E-Mail-Adresse',
  'users.none': 'Niemand gefunden',
  'users.none.text': 'Kein Name und keine Adresse beginnt mit „{query}“.',
  'users.name': 'Name',
  'users.state': 'Zustand',
  'users.active': 'Aktiv',
  'users.disabled': 'Gesperrt',
  'users.second-factor': 'Zweiter Faktor',
  'users.last-sign-in': 'Letzte Anmeldung',
  'users.own': 'Ihr Konto muss eine andere Administratorin oder ein anderer Administrator ändern.',
  'users.disable': 'Sperren',
  'users.disable.text':
    '{email} wird überall abgemeldet und kann sich nicht anmelden, bis die Sperre endet. Mitgliedschaften bleiben.',
  'users.enable': 'Entsperren',
  'users.enable.text': '{email} kann sich wieder anmelden.',
  'users.promote': 'Plattform-Administration geben',
  'users.promote.text': '{email} kann dann in jeder Firma alles tun.',
  'users.demote': 'Plattform-Administration entziehen',
  'users.demote.text': '{email} behält die Mitgliedschaften in Firmen.',
};
