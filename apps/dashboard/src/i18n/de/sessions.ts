import type { TextsOf } from '../areas.js';

export const texts: TextsOf<'sessions'> = {
  'sessions.title': 'Sitzungen',
  'sessions.device': 'Gerät',
  'sessions.device.on': '{program} auf {system}',
  'sessions.device.unknown': 'Unbekanntes Gerät',
  'sessions.network': 'Netz',
  'sessions.seen': 'Zuletzt benutzt',
  'sessions.current': 'Diese',
  'sessions.end': 'Beenden',
  'sessions.end.named': 'Sitzung von {device} beenden',
  'sessions.end-others': 'Alle anderen Sitzungen beenden',
};
