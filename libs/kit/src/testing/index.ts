export * from '../util/free-port.js';
export * from './check-migrations.js';
export * from './hostile-addresses.js';
export * from './patience.js';
export * from './redis-server.js';
export * from './tcp-proxy.js';
export * from './test-database.js';
