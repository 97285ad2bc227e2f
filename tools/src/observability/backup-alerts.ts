import type { Alert } from './alert.js';

/** Whether what was lost could be restored. */
export const BACKUP_ALERTS: readonly Alert[] = [
  {
    name: 'BackupTooOld',
    severity: 'page',
    isDaytime: true,
    expr: 'time() - max(svc_backup_last_success_timestamp_seconds) > 26 * 3600',
    summary: 'The last backup that succeeded ended more than 26 hours ago.',
    runbook: {
      shoppers: 'Nothing. After a loss of the database, more would be lost, or a restore would take longer.',
      confirm:
        '- The log of the job, and `pgbackrest info`: when the last backup ended, and whether WAL has been archived since.\n- A backup that ended but whose time was not written: `docs/operations.md`, "Backup and restore".',
      firstMeasures: 'Run the job by hand. The repository is full or not reachable: repair that first.',
      rootCause:
        'The error of the job. Compare the duration of the last backups: one that takes a day never ends in time.',
      followUp: 'Run the restore drill against the new backup.',
    },
    firing: { series: { svc_backup_last_success_timestamp_seconds: '0x60' }, interval: '30m', at: '27h' },
    silent: { series: { svc_backup_last_success_timestamp_seconds: '0x30 54000x30' }, interval: '30m', at: '27h' },
  },
  {
    name: 'RestoreDrillTooOld',
    severity: 'page',
    isDaytime: true,
    expr: 'time() - max(svc_restore_drill_last_success_timestamp_seconds) > 8 * 86400',
    summary: 'No restore drill has succeeded for more than 8 days.',
    runbook: {
      shoppers: 'Nothing. Whether a restore would work is not known.',
      confirm:
        'The output of the last drill: of the newest job of the CronJob `restore-drill`, of `svc ops drill`, or of `npm run restore:drill`: which step failed. `svc_restore_drill_seconds` says how long the last successful one took.',
      firstMeasures: 'Run the drill again. It changes nothing of the running system.',
      rootCause:
        'Backup or archive not readable, another major version of PostgreSQL than that of the backup, or a defect that `svc ops verify` reports.',
      followUp: 'Until a drill succeeds, treat the backups as missing: keep a physical copy before each upgrade.',
    },
    firing: { series: { svc_restore_drill_last_success_timestamp_seconds: '0x35' }, interval: '6h', at: '204h' },
    silent: {
      series: { svc_restore_drill_last_success_timestamp_seconds: '0x8 180000x27' },
      interval: '6h',
      at: '204h',
    },
  },
];
