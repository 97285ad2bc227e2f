// Delays a third of all HTTP answers by up to 1.6 s, at random, to find journeys that look before what they look at has come.
// README.md has the command.
import { Server } from 'node:http';

const emit = Server.prototype.emit;
Server.prototype.emit = function (type, ...given) {
  const isDelayed = type === 'request' && !given[0].url.endsWith('/readyz') && Math.random() < 0.35;
  if (!isDelayed) return emit.call(this, type, ...given);
  setTimeout(() => emit.call(this, type, ...given), 100 + Math.random() * 1500);
  return true;
};
