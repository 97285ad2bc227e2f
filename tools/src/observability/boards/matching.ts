import type { Board } from './board.js';
import { quantiles } from './quantiles.js';

export const MATCHING: Board = {
  uid: 'svc-matching',
  title: 'Matching',
  rows: [
    {
      title: 'Matches',
      panels: [
        {
          title: 'How they are answered',
          unit: 'reqps',
          queries: { '{{result}}': 'sum by (result) (rate(svc_match_cache_total{job="svc"}[5m]))' },
        },
        {
          title: 'Engine',
          unit: 's',
          queries: quantiles('rpc_server_call_duration_seconds', 'rpc_method=~".*/(MatchVariants|PresentMatch)"', [
            'rpc_method',
          ]),
        },
        {
          title: 'Rankings',
          unit: 'reqps',
          queries: { '{{result}}': 'sum by (result) (rate(svc_rankings_total{job="svc"}[5m]))' },
        },
      ],
    },
    {
      title: 'Memory',
      panels: [
        { title: 'Companies', unit: 'short', queries: { '{{instance}}': 'svc_matcher_companies{job="svc"}' } },
        { title: 'Caches', unit: 'bytes', queries: { '{{instance}} {{kind}}': 'svc_matcher_cache_bytes{job="svc"}' } },
        {
          title: 'Evictions',
          unit: 'reqps',
          description: 'See the runbook MatcherEvictions.',
          queries: { '{{instance}}': 'rate(svc_matcher_evictions_total{job="svc"}[5m])' },
        },
        { title: 'Loads of companies', unit: 's', queries: quantiles('svc_matcher_loads_seconds') },
        { title: 'Compilations', unit: 's', queries: quantiles('svc_matcher_compile_seconds') },
        { title: 'Variants of compiled catalogs', unit: 'short', queries: quantiles('svc_matcher_variants') },
      ],
    },
    {
      title: 'Freshness',
      panels: [
        {
          title: 'Lag of followers',
          unit: 's',
          description: 'See the runbook FollowerLag.',
          queries: { '{{instance}} {{follows}}': 'svc_follower_lag_seconds{job="svc"}' },
        },
        {
          title: 'Last complete run',
          unit: 's',
          queries: { '{{instance}} {{follows}}': 'time() - svc_follower_last_success_timestamp_seconds{job="svc"}' },
        },
        {
          title: 'Publishes',
          unit: 'reqps',
          queries: { '{{outcome}}': 'sum by (outcome) (rate(svc_publishes_total{job="svc"}[5m]))' },
        },
        {
          title: 'Time until a publication is used',
          unit: 's',
          description: 'Objective: 5 s. Publications that take longer: see the runbook FollowerLag.',
          queries: quantiles('svc_publish_visible_seconds'),
        },
        {
          title: 'Checks and replays that run',
          unit: 'short',
          queries: { checks: 'sum(svc_checks_running{job="svc"})', replays: 'sum(svc_replays_running{job="svc"})' },
        },
      ],
    },
  ],
};
