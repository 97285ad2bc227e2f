// Loaded with `--import` into programs of a test: writes the host of each connection that they open to OUTGOING_FILE, a line each.
import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';

const { OUTGOING_FILE } = process.env;
const { connect } = Socket.prototype;
const note = (host) => OUTGOING_FILE && appendFileSync(OUTGOING_FILE, `${host}\n`);

Socket.prototype.connect = function connectAndNote(...args) {
  this.on('lookup', (_error, _address, _family, host) => note(host));
  this.on('connectionAttempt', (address) => note(address));
  return connect.apply(this, args);
};
