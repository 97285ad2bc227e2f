import type { Alert } from './alert.js';

const ANALYSIS = 'job="svc",app="analysis-svc",instance="a"';

/** PostgreSQL, as the services and its exporter see it. */
export const DATABASE_ALERTS: readonly Alert[] = [
  {
    name: 'DatabaseUnreachable',
    severity: 'page',
    expr: 'sum by (app) (rate(db_client_operation_duration_seconds_count{job="svc",error_type=~"E.+|08...|57P0.|53300"}[2m])) > 0',
    for: '2m',
    summary: '{{ $labels.app }} cannot reach its database.',
    runbook: {
      shoppers: 'What needs this service is 503. Matching continues from memory where companies are loaded.',
      confirm:
        '- `/status` of the service names the problem; its log has one line when the database stopped working.\n- `pg_isready -h <host>`; for `53300` too many connections: `select count(*) from pg_stat_activity`.',
      firstMeasures:
        'The primary is gone: fail over. Too many connections: stop what is not a service, or lower `DATABASE_POOL`.',
      rootCause: 'The log of PostgreSQL and of the machine at that minute.',
      followUp: 'Services continue by themselves. Check that the failover moved the address within 60 s.',
    },
    firing: {
      series: {
        [`db_client_operation_duration_seconds_count{${ANALYSIS},db_query_summary="x",error_type="ECONNREFUSED"}`]:
          '0+5x10',
      },
      at: '6m',
    },
    silent: {
      series: {
        [`db_client_operation_duration_seconds_count{${ANALYSIS},db_query_summary="x",error_type="23505"}`]: '0+5x10',
      },
      at: '6m',
    },
  },
  {
    name: 'PoolSaturated',
    severity: 'page',
    expr: 'min_over_time(db_client_connection_pending_requests{job="svc"}[5m]) > 0',
    summary: 'Queries of {{ $labels.app }} on {{ $labels.instance }} have waited for connections for 5 minutes.',
    runbook: {
      shoppers: 'Answers are slow, then fail with 503 after the wait of 5 s.',
      confirm:
        "- Which statement holds the connections: `topk(5, sum by (db_query_summary) (rate(db_client_operation_duration_seconds_sum[5m])))`\n- Locks: `select pid, wait_event, state, query_start, left(query, 80) from pg_stat_activity where wait_event_type = 'Lock'`",
      firstMeasures:
        'End the transaction that blocks: `select pg_terminate_backend(<pid>)`. More traffic: another replica, not a larger pool.',
      rootCause:
        'A long transaction, a missing index after growth, or a pool that is too small for the replicas: their sum must fit `max_connections`.',
      followUp: 'Record the statement and its plan.',
    },
    firing: { series: { [`db_client_connection_pending_requests{${ANALYSIS}}`]: '3x10' }, at: '6m' },
    silent: { series: { [`db_client_connection_pending_requests{${ANALYSIS}}`]: '3x3 0 3x6' }, at: '6m' },
  },
  {
    name: 'LongTransaction',
    severity: 'ticket',
    expr: 'max by (server, datname) (pg_stat_activity_max_tx_duration{state=~"active|idle in transaction"}) > 60',
    for: '2m',
    summary: 'A transaction in {{ $labels.datname }} has been open for more than a minute.',
    runbook: {
      shoppers:
        'Changes of merchants show late on all replicas: an open transaction holds back the cursor of every follower.',
      confirm:
        "`select pid, usename, state, now() - xact_start as age, left(query, 80) from pg_stat_activity where xact_start < now() - interval '1 minute' order by age desc`",
      firstMeasures:
        'A person or a report: end it, and let it use a standby. An import of a large catalog may take so long; wait for it.',
      rootCause: 'Services end transactions that idle for 60 s. What is older is not theirs, or waits for a lock.',
      followUp: 'Give reports a login with `idle_in_transaction_session_timeout`.',
    },
    firing: {
      series: { 'pg_stat_activity_max_tx_duration{server="db",datname="svc",state="active"}': '30+60x10' },
      at: '5m',
    },
    silent: {
      series: { 'pg_stat_activity_max_tx_duration{server="db",datname="svc",state="active"}': '0 90 0 90 0 90' },
      at: '5m',
    },
  },
  {
    name: 'ReplicationLag',
    severity: 'page',
    expr: 'max by (server) (pg_replication_lag_seconds) > 30',
    for: '5m',
    summary: 'The standby {{ $labels.server }} is {{ $value }} s behind.',
    runbook: {
      shoppers: 'Nothing, while the primary works. A failover now would lose the lag.',
      confirm: '`select client_addr, state, replay_lag from pg_stat_replication` on the primary.',
      firstMeasures:
        'The standby is busy with a query: end it. The network is slow: nothing else; do not fail over to it.',
      rootCause: 'A long query on the standby, a bulk import, or a disk that is slower than that of the primary.',
      followUp: 'Check `max_standby_streaming_delay` and where reports run.',
    },
    firing: { series: { 'pg_replication_lag_seconds{server="db2"}': '60x10' }, at: '6m' },
    silent: { series: { 'pg_replication_lag_seconds{server="db2"}': '60x2 1x10' }, at: '6m' },
  },
  {
    name: 'WalArchiveFailing',
    severity: 'page',
    expr: 'pg_stat_archiver_last_archive_age > 600',
    summary: 'No write-ahead log has been archived for more than 10 minutes.',
    runbook: {
      shoppers: 'Nothing. What was written since then could not be restored after a loss of the primary.',
      confirm: '`select last_failed_wal, last_failed_time from pg_stat_archiver`, and the log of the backup tool.',
      firstMeasures:
        'Restore access to the archive: credentials, room, network. The disk of the primary fills meanwhile.',
      rootCause:
        'The first failure in the log of the archive command. On an idle server, `archive_timeout` must be set.',
      followUp: 'Make a full backup when the archive has a gap.',
    },
    firing: { series: { 'pg_stat_archiver_last_archive_age{server="db"}': '0+60x20' }, at: '15m' },
    silent: { series: { 'pg_stat_archiver_last_archive_age{server="db"}': '60x20' }, at: '15m' },
  },
  {
    name: 'TransactionIdAge',
    severity: 'ticket',
    // The exporter counts transactions, although the name of its series says seconds.
    expr: 'max by (server, datname) (pg_database_wraparound_age_datfrozenxid_seconds) > 5e8',
    summary: '{{ $labels.datname }} is {{ $value }} transactions from its last freeze.',
    runbook: {
      shoppers: 'Nothing yet. At 2 billion PostgreSQL stops writing.',
      confirm: "`select relname, age(relfrozenxid) from pg_class where relkind = 'r' order by 2 desc limit 10`",
      firstMeasures: '`vacuum (freeze, verbose)` of the oldest tables, outside of the busy hours.',
      rootCause:
        'Autovacuum is blocked by an old transaction, a replication slot without a reader, or a prepared transaction.',
      followUp: 'Remove what blocked it; tune autovacuum of the largest tables.',
    },
    firing: {
      series: { 'pg_database_wraparound_age_datfrozenxid_seconds{server="db",datname="svc"}': '600000000x3' },
      at: '2m',
    },
    silent: {
      series: { 'pg_database_wraparound_age_datfrozenxid_seconds{server="db",datname="svc"}': '200000000x3' },
      at: '2m',
    },
  },
  {
    name: 'DeadTuples',
    severity: 'ticket',
    expr: 'pg_stat_user_tables_n_dead_tup > 1e6 and pg_stat_user_tables_n_dead_tup > 0.3 * pg_stat_user_tables_n_live_tup',
    for: '1h',
    summary: 'A third of {{ $labels.relname }} is dead rows.',
    runbook: {
      shoppers: 'Requests that read this table become slower.',
      confirm:
        '`select relname, n_dead_tup, last_autovacuum from pg_stat_user_tables order by n_dead_tup desc limit 10`',
      firstMeasures: '`vacuum (analyze, verbose) <table>`; its output says what it could not remove.',
      rootCause: 'As for `TransactionIdAge`, or more changes than the default settings of autovacuum expect.',
      followUp: 'Lower `autovacuum_vacuum_scale_factor` of the table.',
    },
    firing: {
      series: {
        'pg_stat_user_tables_n_dead_tup{relname="jobs"}': '2000000x80',
        'pg_stat_user_tables_n_live_tup{relname="jobs"}': '1000000x80',
      },
      at: '70m',
    },
    silent: {
      series: {
        'pg_stat_user_tables_n_dead_tup{relname="jobs"}': '2000000x80',
        'pg_stat_user_tables_n_live_tup{relname="jobs"}': '90000000x80',
      },
      at: '70m',
    },
  },
  {
    name: 'DiskWillFill',
    severity: 'page',
    expr: 'predict_linear(node_filesystem_avail_bytes{fstype!~"tmpfs|overlay"}[6h], 86400) < 0 and node_filesystem_avail_bytes / node_filesystem_size_bytes < 0.3',
    for: '30m',
    summary: '{{ $labels.mountpoint }} on {{ $labels.instance }} will be full within 24 hours.',
    runbook: {
      shoppers: 'Nothing yet. When the disk of PostgreSQL is full, creates are 503 and reads continue.',
      confirm: '`du -xh --max-depth=2 <mount point> | sort -h | tail`; for PostgreSQL `pg_wal` first.',
      firstMeasures:
        'Enlarge the volume. `pg_wal` grows: repair the archive (`WalArchiveFailing`) or drop an unused replication slot.',
      rootCause: 'Growth of analyses and events, an import that repeats, logs without rotation.',
      followUp: 'Adjust the capacity plan and the retention.',
    },
    firing: {
      interval: '30m',
      series: {
        'node_filesystem_avail_bytes{instance="db",mountpoint="/data",fstype="ext4"}': '1000000-60000x16',
        'node_filesystem_size_bytes{instance="db",mountpoint="/data",fstype="ext4"}': '10000000x16',
      },
      at: '8h',
    },
    silent: {
      interval: '30m',
      series: {
        'node_filesystem_avail_bytes{instance="db",mountpoint="/data",fstype="ext4"}': '1000000x16',
        'node_filesystem_size_bytes{instance="db",mountpoint="/data",fstype="ext4"}': '10000000x16',
      },
      at: '8h',
    },
  },
];
