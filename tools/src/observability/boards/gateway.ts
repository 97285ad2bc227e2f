import type { Board } from './board.js';
import { quantiles } from './quantiles.js';

export const GATEWAY: Board = {
  uid: 'svc-gateway',
  title: 'Gateway',
  rows: [
    {
      title: 'Requests',
      panels: [
        {
          title: 'Rate by route',
          unit: 'reqps',
          queries: {
            '{{http_route}}':
              'topk(10, sum by (http_route) (rate(http_server_request_duration_seconds_count{job="svc"}[5m])))',
          },
        },
        {
          title: 'Duration by route',
          unit: 's',
          queries: quantiles('http_server_request_duration_seconds', 'http_request_method="GET"', ['http_route']),
        },
        {
          title: 'Failures by route',
          unit: 'reqps',
          queries: {
            '{{http_route}} {{http_response_status_code}}':
              'sum by (http_route, http_response_status_code) (rate(http_server_request_duration_seconds_count{job="svc",http_response_status_code=~"5.."}[5m]))',
          },
        },
      ],
    },
    {
      title: 'Load',
      panels: [
        {
          title: 'Requests in work',
          unit: 'short',
          queries: { '{{instance}}': 'http_server_active_requests{job="svc"}' },
        },
        {
          title: 'Admissions',
          unit: 'reqps',
          queries: {
            '{{class}} {{outcome}}': 'sum by (class, outcome) (rate(svc_http_admissions_total{job="svc"}[5m]))',
          },
        },
        {
          title: 'Refused',
          unit: 'reqps',
          queries: { '{{reason}}': 'sum by (reason) (rate(svc_http_rejected_total{job="svc"}[5m]))' },
        },
      ],
    },
    {
      title: 'Calls to services',
      panels: [
        {
          title: 'Duration',
          unit: 's',
          queries: quantiles('rpc_client_call_duration_seconds', 'app="gateway"', ['server_service']),
        },
        {
          title: 'Failures',
          unit: 'reqps',
          queries: {
            '{{rpc_method}} {{rpc_response_status_code}}':
              'sum by (rpc_method, rpc_response_status_code) (rate(rpc_client_call_duration_seconds_count{job="svc",app="gateway",rpc_response_status_code!="OK"}[5m]))',
          },
        },
      ],
    },
  ],
};
