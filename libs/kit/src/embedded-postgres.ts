export * from './postgres/start-embedded-postgres.js';
