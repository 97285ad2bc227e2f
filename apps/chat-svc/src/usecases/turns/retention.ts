import type { CompanyProfile } from '../companies/ports.js';

const HOUR_MS = 3_600_000;
/** Of a company that keeps nothing: any replica can answer the next turn. docs/chat.md T3.4. */
const UNKEPT_MS = 2 * HOUR_MS;

/** How long a conversation is kept after its last message, milliseconds. */
export const getRetentionMs = ({ settings: { retentionDays } }: Pick<CompanyProfile, 'settings'>): number =>
  retentionDays === 0 ? UNKEPT_MS : retentionDays * 24 * HOUR_MS;
