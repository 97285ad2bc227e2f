import type { Board } from './board.js';
import { quantiles } from './quantiles.js';

export const DASHBOARD: Board = {
  uid: 'svc-dashboard',
  title: 'Dashboard and insight',
  rows: [
    {
      title: 'Accounts',
      panels: [
        {
          title: 'Sign-ins',
          unit: 'reqps',
          description: 'Many UNAUTHORIZED: see the runbook SignInAttack.',
          queries: { '{{outcome}}': 'sum by (outcome) (rate(svc_sign_ins_total{job="svc"}[15m]))' },
        },
        {
          title: 'Invitations',
          unit: 'reqps',
          queries: { '{{outcome}}': 'sum by (outcome) (rate(svc_invitations_total{job="svc"}[1h]))' },
        },
        {
          title: 'Changes from another origin',
          unit: 'reqps',
          queries: { refused: 'sum(rate(svc_http_rejected_total{job="svc",reason="origin"}[15m]))' },
        },
      ],
    },
    {
      title: 'Management API',
      panels: [
        {
          title: 'Requests',
          unit: 'reqps',
          queries: {
            '{{http_response_status_code}}':
              'sum by (http_response_status_code) (rate(http_server_request_duration_seconds_count{job="svc",http_route=~"/api/admin/.*"}[5m]))',
          },
        },
        {
          title: 'Duration',
          unit: 's',
          queries: quantiles('http_server_request_duration_seconds', 'http_route=~"/api/admin/.*"'),
        },
        {
          title: 'Saved edits',
          unit: 'reqps',
          queries: { '{{outcome}}': 'sum by (outcome) (rate(svc_edit_saves_total{job="svc"}[15m]))' },
        },
        {
          title: 'Publishes',
          unit: 'reqps',
          queries: { '{{outcome}}': 'sum by (outcome) (rate(svc_publishes_total{job="svc"}[15m]))' },
        },
      ],
    },
    {
      title: 'Reports of shoppers',
      panels: [
        {
          title: 'Age of sums',
          unit: 's',
          description: 'See the runbook InsightLag.',
          queries: { '{{sums}}': 'max by (sums) (svc_insight_lag_seconds{job="svc"})' },
        },
        {
          title: 'Age of what is followed',
          unit: 's',
          description: 'See the runbook FollowerLag.',
          queries: { '{{follows}}': 'max by (follows) (svc_follower_lag_seconds{job="svc",app="insight-svc"})' },
        },
        {
          title: 'Reports of visits',
          unit: 'reqps',
          queries: { '{{outcome}}': 'sum by (outcome) (rate(svc_visit_batches_total{job="svc"}[5m]))' },
        },
        {
          title: 'Visits that began, and stored orders',
          unit: 'reqps',
          queries: {
            visits: 'sum(rate(svc_visits_total{job="svc"}[5m]))',
            'orders, verified {{verified}}': 'sum by (verified) (rate(svc_orders_total{job="svc"}[5m]))',
          },
        },
        {
          title: 'Tests with an alarm',
          unit: 'short',
          description: 'See the runbooks ExperimentRatio and ExperimentSplit.',
          queries: {
            'shares of arms': 'max(svc_experiment_ratio_alarms{job="svc"})',
            'halves of units': 'max(svc_experiment_split_alarms{job="svc"})',
          },
        },
        {
          title: 'Visits, orders and refunds',
          unit: 'reqps',
          description: 'See the runbook SloBurnIntake.',
          queries: {
            '{{http_route}} {{http_response_status_code}}':
              'sum by (http_route, http_response_status_code) (rate(http_server_request_duration_seconds_count{job="svc",http_request_method="POST",http_route=~"/api/v1/(visits|orders|refunds)"}[5m]))',
          },
        },
        {
          title: 'Duration of reports',
          unit: 's',
          queries: quantiles('http_server_request_duration_seconds', 'http_route=~"/api/admin/.*/insight/.*"'),
        },
      ],
    },
    {
      title: 'Audit log',
      panels: [
        {
          title: 'Not recorded',
          unit: 'reqps',
          description: 'See the runbook AuditUnrecorded.',
          queries: { '{{part}}': 'sum by (part) (rate(svc_audit_unrecorded_total{job="svc"}[1h]))' },
        },
        {
          title: 'Unknown outcomes',
          unit: 'reqps',
          description: 'See the runbook AuditUnknown.',
          queries: { unknown: 'sum(rate(svc_audit_unknown_total{job="svc"}[1h]))' },
        },
      ],
    },
  ],
};
