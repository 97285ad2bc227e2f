import type { Board } from './board.js';
import { quantiles } from './quantiles.js';

export const ANALYSES: Board = {
  uid: 'svc-analyses',
  title: 'Analyses and selfies',
  rows: [
    {
      title: 'Creates',
      panels: [
        {
          title: 'Accepted',
          unit: 'reqps',
          queries: { '{{kind}}': 'sum by (kind) (rate(svc_analyses_created_total{job="svc"}[5m]))' },
        },
        {
          title: 'Idempotency-Keys',
          unit: 'reqps',
          queries: { '{{outcome}}': 'sum by (outcome) (rate(svc_idempotency_total{job="svc"}[5m]))' },
        },
        {
          title: 'Duration',
          unit: 's',
          queries: quantiles('rpc_server_call_duration_seconds', 'rpc_method=~".*/(CreateAnalysis|SubmitAnalysis)"', [
            'rpc_method',
          ]),
        },
      ],
    },
    {
      title: 'Selfies',
      panels: [
        {
          title: 'Outcomes',
          unit: 'reqps',
          queries: { '{{outcome}}': 'sum by (outcome) (rate(svc_selfies_total{job="svc"}[5m]))' },
        },
        { title: 'Duration', unit: 's', queries: quantiles('svc_selfie_seconds') },
        {
          title: 'Queue',
          unit: 'short',
          description: 'See the runbook SelfieQueue.',
          queries: { '{{instance}}': 'svc_selfie_queue{job="svc"}' },
        },
        {
          title: 'Starts without a face model',
          unit: 'reqps',
          queries: { '{{instance}}': 'rate(svc_selfie_model_unavailable_total{job="svc"}[5m])' },
        },
      ],
    },
  ],
};

export const DELIVERIES: Board = {
  uid: 'svc-deliveries',
  title: 'Deliveries and jobs',
  rows: [
    {
      title: 'Deliveries',
      panels: [
        {
          title: 'Attempts',
          unit: 'reqps',
          queries: { '{{target}} {{outcome}}': 'sum by (target, outcome) (rate(svc_deliveries_total{job="svc"}[5m]))' },
        },
        {
          title: 'Waiting',
          unit: 'short',
          queries: { '{{target}}': 'max by (target) (svc_deliveries_pending{job="svc"})' },
        },
        { title: 'First attempt', unit: 's', queries: quantiles('svc_delivery_first_attempt_delay_seconds') },
        {
          title: 'Disabled endpoints',
          unit: 'short',
          queries: { endpoints: 'max(svc_delivery_endpoints_disabled{job="svc"})' },
        },
      ],
    },
    {
      title: 'Jobs',
      panels: [
        {
          title: 'Attempts',
          unit: 'reqps',
          queries: {
            '{{app}} {{task}} {{outcome}}': 'sum by (app, task, outcome) (rate(svc_jobs_total{job="svc"}[5m]))',
          },
        },
        {
          title: 'Ready',
          unit: 'short',
          queries: { '{{app}} {{task}}': 'max by (app, task) (svc_jobs_ready{job="svc"})' },
        },
        {
          title: 'Oldest that is ready',
          unit: 's',
          queries: { '{{app}} {{task}}': 'max by (app, task) (svc_job_oldest_ready_seconds{job="svc"})' },
        },
        { title: 'Duration', unit: 's', queries: quantiles('svc_job_seconds', '', ['task']) },
        {
          title: 'Dead',
          unit: 'short',
          queries: { '{{app}} {{task}}': 'max by (app, task) (svc_jobs_dead{job="svc"})' },
        },
      ],
    },
  ],
};

export const CATALOG: Board = {
  uid: 'svc-catalog',
  title: 'Catalog',
  rows: [
    {
      title: 'Imports',
      panels: [
        {
          title: 'Imports',
          unit: 'reqps',
          queries: { '{{source}} {{outcome}}': 'sum by (source, outcome) (rate(svc_imports_total{job="svc"}[15m]))' },
        },
        {
          title: 'Rows',
          unit: 'reqps',
          queries: { '{{outcome}}': 'sum by (outcome) (rate(svc_import_rows_total{job="svc"}[15m]))' },
        },
        { title: 'Duration', unit: 's', queries: quantiles('svc_import_seconds') },
        { title: 'Held imports', unit: 'short', queries: { held: 'max(svc_imports_held{job="svc"})' } },
      ],
    },
  ],
};
