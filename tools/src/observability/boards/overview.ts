import { badSeries, OBJECTIVES, totalSeries } from '../objectives.js';
import type { Board } from './board.js';

const getBurnRate = (slo: string, target: number, window: '1h' | '6h' | '3d'): string =>
  `${badSeries(window)}{slo="${slo}"} / ${totalSeries(window)}{slo="${slo}"} / ${Number((1 - target).toPrecision(6))}`;

export const OVERVIEW: Board = {
  uid: 'svc-overview',
  title: 'Overview',
  rows: [
    {
      title: 'Objectives: 1 uses the budget of 28 days exactly',
      panels: OBJECTIVES.map(({ slo, title, target }) => ({
        title: `Burn rate: ${slo}`,
        description: `Objective: ${title}, ${target * 100} %. Above 14.4 it pages within minutes.`,
        unit: 'short' as const,
        queries: {
          '1 h': getBurnRate(slo, target, '1h'),
          '6 h': getBurnRate(slo, target, '6h'),
          '3 d': getBurnRate(slo, target, '3d'),
        },
      })),
    },
    {
      title: 'Traffic',
      panels: [
        {
          title: 'Requests',
          unit: 'reqps',
          queries: {
            '{{http_response_status_code}}':
              'sum by (http_response_status_code) (rate(http_server_request_duration_seconds_count{job="svc"}[5m]))',
          },
        },
        {
          title: 'Refused',
          unit: 'reqps',
          queries: { '{{reason}}': 'sum by (reason) (rate(svc_http_rejected_total{job="svc"}[5m]))' },
        },
        {
          title: 'Analyses',
          unit: 'reqps',
          queries: { '{{kind}}': 'sum by (kind) (rate(svc_analyses_created_total{job="svc"}[5m]))' },
        },
      ],
    },
    {
      title: 'What runs',
      panels: [
        {
          title: 'Builds',
          unit: 'short',
          type: 'table',
          queries: { builds: 'count by (app, version, revision) (svc_build_info{job="svc"})' },
        },
        { title: 'Replicas', unit: 'short', queries: { '{{app}}': 'sum by (app) (up{job="svc"})' } },
        {
          title: 'Pending migrations',
          unit: 'short',
          queries: { '{{app}}': 'max by (app) (svc_schema_migrations{job="svc",state="pending"})' },
        },
      ],
    },
  ],
};
