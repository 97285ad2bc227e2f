import type { Board } from './board.js';
import { quantiles } from './quantiles.js';

export const CHAT: Board = {
  uid: 'svc-chat',
  title: 'Chat',
  rows: [
    {
      title: 'Turns',
      panels: [
        {
          title: 'Outcomes',
          unit: 'reqps',
          description: 'See the runbook SloBurnChat.',
          queries: { '{{outcome}}': 'sum by (outcome) (rate(svc_chat_turns_total{job="svc"}[5m]))' },
        },
        {
          title: 'Time to the first block',
          unit: 's',
          description: 'Objective without a language model: 99 % within 500 ms. See the runbook SloBurnChatFirstBlock.',
          queries: quantiles('svc_chat_first_block_seconds', '', ['model']),
        },
        {
          title: 'Requests',
          unit: 'reqps',
          queries: {
            '{{http_request_method}} {{http_response_status_code}}':
              'sum by (http_request_method, http_response_status_code) (rate(http_server_request_duration_seconds_count{job="svc",http_route=~"/api/chat/.*"}[5m]))',
          },
        },
      ],
    },
    {
      title: 'What answers need',
      panels: [
        {
          title: 'Memory of compiled catalogs',
          unit: 'bytes',
          description: 'At most 200 MB for a replica; then the oldest is removed, and compiled again when it is needed.',
          queries: { '{{instance}}': 'svc_chat_catalog_bytes{job="svc"}' },
        },
        {
          title: 'Calls to services',
          unit: 's',
          queries: quantiles('rpc_client_call_duration_seconds', 'app="chat-svc"', ['server_service']),
        },
        {
          title: 'Age of what is followed',
          unit: 's',
          description: 'See the runbook FollowerLag.',
          queries: { '{{follows}}': 'max by (follows) (svc_follower_lag_seconds{job="svc",app="chat-svc"})' },
        },
      ],
    },
  ],
};
