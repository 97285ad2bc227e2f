/** Why a visitor sees a notice instead of the requested page. */
export type NoticeKind =
  | 'paused'
  | 'unknownFunnel'
  | 'unknownResult'
  | 'unknownPage'
  | 'notPublished'
  | 'oldVersion'
  | 'badAddress'
  | 'tooMany'
  | 'trouble';

interface Notice {
  title: string;
  text: string;
  /** A way on: the same page again, or the questionnaire. */
  action?: { label: string; to: 'again' | 'start' };
}

export interface PageTexts {
  loading: string;
  late: string;
  again: string;
  noScript: string;
  /** Before the request id, which support needs. */
  reference: string;
  notices: Record<NoticeKind, Notice>;
}

const en: PageTexts = {
  loading: 'Loading …',
  late: 'This is taking longer than usual.',
  again: 'Try again',
  noScript: 'This page needs JavaScript. Please allow it in your browser and load the page again.',
  reference: 'Reference',
  notices: {
    paused: {
      title: 'We are taking a short break',
      text: 'This questionnaire is paused at the moment. Please come back later.',
    },
    unknownFunnel: {
      title: 'There is nothing here',
      text: 'We do not know this address. Please check it for typing errors.',
    },
    unknownResult: {
      title: 'This result is not available',
      text: 'The link is not complete, or the result was deleted.',
      action: { label: 'Answer the questions', to: 'start' },
    },
    unknownPage: {
      title: 'There is nothing here',
      text: 'We do not know this address. Please check it for typing errors.',
      action: { label: 'To the questionnaire', to: 'start' },
    },
    notPublished: {
      title: 'Not ready yet',
      text: 'This questionnaire has not been published yet. Please come back later.',
    },
    oldVersion: {
      title: 'This preview is out of date',
      text: 'The draft was changed or published since this link was made.',
      action: { label: 'To the current questionnaire', to: 'start' },
    },
    badAddress: {
      title: 'This address is not right',
      text: 'Something in the link cannot be read.',
      action: { label: 'To the questionnaire', to: 'start' },
    },
    tooMany: {
      title: 'One moment, please',
      text: 'There were many requests from your network. Please try again in a minute.',
      action: { label: 'Try again', to: 'again' },
    },
    trouble: {
      title: 'We cannot show this page now',
      text: 'Something on our side does not work at the moment. Please try again shortly.',
      action: { label: 'Try again', to: 'again' },
    },
  },
};

const de: PageTexts = {
  loading: 'Wird geladen …',
  late: 'Das dauert länger als sonst.',
  again: 'Noch einmal versuchen',
  noScript: 'Diese Seite braucht JavaScript. Bitte erlaube es in deinem Browser und lade die Seite neu.',
  reference: 'Kennung',
  notices: {
    paused: {
      title: 'Wir machen eine kurze Pause',
      text: 'Dieser Fragebogen ist gerade angehalten. Schau bitte später wieder vorbei.',
    },
    unknownFunnel: {
      title: 'Hier ist nichts',
      text: 'Diese Adresse kennen wir nicht. Bitte prüfe sie auf Tippfehler.',
    },
    unknownResult: {
      title: 'Dieses Ergebnis gibt es nicht',
      text: 'Der Link ist nicht vollständig, oder das Ergebnis wurde gelöscht.',
      action: { label: 'Fragen beantworten', to: 'start' },
    },
    unknownPage: {
      title: 'Hier ist nichts',
      text: 'Diese Adresse kennen wir nicht. Bitte prüfe sie auf Tippfehler.',
      action: { label: 'Zum Fragebogen', to: 'start' },
    },
    notPublished: {
      title: 'Noch nicht fertig',
      text: 'Dieser Fragebogen ist noch nicht veröffentlicht. Schau bitte später wieder vorbei.',
    },
    oldVersion: {
      title: 'Diese Vorschau ist veraltet',
      text: 'Der Entwurf wurde geändert oder veröffentlicht, seit dieser Link gemacht wurde.',
      action: { label: 'Zum aktuellen Fragebogen', to: 'start' },
    },
    badAddress: {
      title: 'Diese Adresse stimmt nicht',
      text: 'Etwas in dem Link lässt sich nicht lesen.',
      action: { label: 'Zum Fragebogen', to: 'start' },
    },
    tooMany: {
      title: 'Einen Moment bitte',
      text: 'Aus deinem Netz kamen viele Anfragen. Bitte versuche es in einer Minute noch einmal.',
      action: { label: 'Noch einmal versuchen', to: 'again' },
    },
    trouble: {
      title: 'Wir können diese Seite gerade nicht zeigen',
      text: 'Bei uns funktioniert im Augenblick etwas nicht. Bitte versuche es gleich noch einmal.',
      action: { label: 'Noch einmal versuchen', to: 'again' },
    },
  },
};

const TEXTS: Record<string, PageTexts> = { en, de };

/** The server's own texts: in the first of these languages that they exist in, else in English. */
export function selectPageTexts(languages: readonly string[]): { lang: string; texts: PageTexts } {
  const lang = languages
    .map((tag) => tag.toLowerCase().split('-')[0] as string)
    .find((tag) => Object.hasOwn(TEXTS, tag));
  return { lang: lang ?? 'en', texts: TEXTS[lang ?? 'en'] as PageTexts };
}
