import type { Board } from './board.js';
import { quantiles } from './quantiles.js';

export const DATABASE: Board = {
  uid: 'svc-postgresql',
  title: 'PostgreSQL',
  rows: [
    {
      title: 'As the services see it',
      panels: [
        {
          title: 'Statements by time',
          unit: 'percentunit',
          description: 'Seconds of statements per second.',
          queries: {
            '{{db_query_summary}}':
              'topk(10, sum by (db_query_summary) (rate(db_client_operation_duration_seconds_sum{job="svc"}[5m])))',
          },
        },
        { title: 'Duration', unit: 's', queries: quantiles('db_client_operation_duration_seconds', '', ['app']) },
        {
          title: 'Failures',
          unit: 'reqps',
          queries: {
            '{{app}} {{error_type}}':
              'sum by (app, error_type) (rate(db_client_operation_duration_seconds_count{job="svc",error_type!=""}[5m]))',
          },
        },
        {
          title: 'Connections',
          unit: 'short',
          queries: { '{{app}} {{state}}': 'sum by (app, state) (db_client_connection_count{job="svc"})' },
        },
        {
          title: 'Waiting for a connection',
          unit: 'short',
          queries: { '{{instance}}': 'db_client_connection_pending_requests{job="svc"}' },
        },
        {
          title: 'Wait for a connection',
          unit: 's',
          queries: quantiles('db_client_connection_wait_time_seconds', '', ['app']),
        },
      ],
    },
    {
      title: 'The server (postgres_exporter)',
      panels: [
        {
          title: 'Longest transaction',
          unit: 's',
          queries: { '{{datname}}': 'max by (server, datname) (pg_stat_activity_max_tx_duration)' },
        },
        {
          title: 'Lag of standbys',
          unit: 's',
          queries: { '{{server}}': 'max by (server) (pg_replication_lag_seconds)' },
        },
        {
          title: 'Age of the last archived log',
          unit: 's',
          queries: { '{{server}}': 'pg_stat_archiver_last_archive_age' },
        },
        { title: 'Dead rows', unit: 'short', queries: { '{{relname}}': 'topk(10, pg_stat_user_tables_n_dead_tup)' } },
        {
          title: 'Transactions since the last freeze',
          unit: 'short',
          queries: { '{{datname}}': 'max by (server, datname) (pg_database_wraparound_age_datfrozenxid_seconds)' },
        },
      ],
    },
  ],
};
