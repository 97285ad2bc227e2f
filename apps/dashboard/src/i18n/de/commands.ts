import type { TextsOf } from '../areas.js';

export const texts: TextsOf<'commands'> = {
  'shortcuts.title': 'Tasten',
  'shortcuts.screen': 'Auf dieser Seite',
  'shortcuts.everywhere': 'Überall',
  'shortcuts.search': 'Suche und Befehle',
  'shortcuts.save': 'Speichern',
  'shortcuts.help': 'Diese Liste',
  'shortcuts.overview': 'Übersicht',
  'shortcuts.funnels': 'Fragebögen',
  'shortcuts.products': 'Produkte',
  'shortcuts.insight': 'Auswertung',
  'shortcuts.imports': 'Importe',
  'shortcuts.settings': 'Einstellungen',
  'shortcuts.close': 'Oberste Ebene schließen',
  'shortcuts.mac': 'Auf einem Mac ⌘ statt Strg drücken.',
  'shortcuts.single': 'Tasten ohne Strg',
  'shortcuts.single.text':
    'Schalten Sie sie aus, wenn Spracheingabe oder andere Werkzeuge Buchstaben drücken. Gilt in diesem Browser.',
  'commands.title': 'Suche',
  'commands.search': 'Seiten, Fragebögen, Produkte',
  'commands.search.text': 'Mit den Pfeiltasten wählen, mit der Eingabetaste öffnen.',
  'commands.screens': 'Seiten',
  'commands.none': 'Nichts heißt „{query}“.',
};
