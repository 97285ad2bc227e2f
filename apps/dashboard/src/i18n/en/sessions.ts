export const texts = {
  'sessions.title': 'Sessions',
  'sessions.device': 'Device',
  'sessions.device.on': '{program} on {system}',
  'sessions.device.unknown': 'Unknown device',
  'sessions.network': 'Network',
  'sessions.seen': 'Last used',
  'sessions.current': 'This one',
  'sessions.end': 'End',
  'sessions.end.named': 'End the session of {device}',
  'sessions.end-others': 'End all other sessions',
};
