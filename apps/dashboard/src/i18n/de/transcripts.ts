import type { TextsOf } from '../areas.js';

export const texts: TextsOf<'transcripts'> = {
  'transcripts.title': 'Gespräche',
  'transcripts.text': 'Was dem Chat geschrieben wird, ohne persönliche Daten, solange es gespeichert ist.',
  'transcripts.unanswered-only': 'Nur mit einer Frage ohne Antwort',
  'transcripts.search': 'Was geschrieben wurde',
  'transcripts.search.none': 'Das hat niemand geschrieben',
  'transcripts.search.none.text':
    'Durchsucht werden die neuesten 20.000 Nachrichten. E-Mail-Adressen und Nummern von Personen werden nicht gespeichert.',
  'transcripts.unanswered.none': 'Kein Gespräch hat eine Frage ohne Antwort',
  'transcripts.none': 'Es gibt keine Gespräche',
  'transcripts.none.text':
    'Eine Firma, die keine speichert (0 Tage), hat keine. Sonst erscheinen sie hier, sobald der Chat genutzt wird.',
  'transcripts.last': 'Letzte Nachricht',
  'transcripts.turns': 'Fragen',
  'transcripts.unanswered': 'Ohne Antwort',
  'transcripts.conversation': 'Gespräch',
  'transcripts.read': 'Lesen',
  'transcripts.read.named': 'Gespräch vom {time} lesen',
  'transcripts.questions': 'Fragen ohne Antwort',
  'transcripts.questions.text':
    'Der letzten 30 Tage, die häufigsten zuerst: nicht verstanden oder nichts gefunden. Beantworten Sie sie in den Einstellungen des Chats.',
  'transcripts.questions.none': 'Keine Frage blieb ohne Antwort',
  'transcripts.question': 'Frage',
  'transcripts.times': 'Wie oft',
  'transcripts.last-asked': 'Zuletzt gefragt',
  'transcripts.not-allowed': 'Deine Rolle darf Gespräche nicht lesen',
  'transcripts.not-allowed.text': 'Was Kundinnen und Kunden schreiben, liest die Administration der Firma.',
  'transcripts.erase': 'Gespräch löschen',
  'transcripts.erase.text': 'Es lässt sich nicht wiederherstellen und ist auch im Shop verloren.',
  'transcripts.erase.role': 'Gespräche löscht die Administration.',
  'transcripts.chat': 'Chat',
  'transcripts.shopper': 'Kundin oder Kunde',
};
