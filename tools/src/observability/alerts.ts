import type { Alert } from './alert.js';
import { BACKUP_ALERTS } from './backup-alerts.js';
import { BURN_ALERTS } from './burn-alerts.js';
import { DATABASE_ALERTS } from './database-alerts.js';
import { SECURITY_ALERTS } from './security-alerts.js';
import { SERVICE_ALERTS } from './service-alerts.js';
import { WORK_ALERTS } from './work-alerts.js';

/** Every alert. `npm run observability` writes rules, their tests and runbooks. */
export const ALERTS: readonly Alert[] = [
  ...BURN_ALERTS,
  ...SERVICE_ALERTS,
  ...DATABASE_ALERTS,
  ...BACKUP_ALERTS,
  ...WORK_ALERTS,
  ...SECURITY_ALERTS,
];
