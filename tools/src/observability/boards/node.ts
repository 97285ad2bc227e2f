import type { Board } from './board.js';

export const NODE: Board = {
  uid: 'svc-node',
  title: 'Node',
  rows: [
    {
      title: 'Event loop',
      panels: [
        {
          title: 'Utilization',
          unit: 'percentunit',
          description: 'See the runbook EventLoopBusy.',
          queries: { '{{app}} {{instance}}': 'nodejs_eventloop_utilization{job="svc"}' },
        },
        {
          title: 'Lag, 99 %',
          unit: 's',
          queries: { '{{app}} {{instance}}': 'nodejs_eventloop_lag_p99_seconds{job="svc"}' },
        },
        {
          title: 'Processor',
          unit: 'short',
          queries: { '{{app}} {{instance}}': 'rate(process_cpu_seconds_total{job="svc"}[5m])' },
        },
      ],
    },
    {
      title: 'Memory',
      panels: [
        {
          title: 'Resident',
          unit: 'bytes',
          queries: { '{{app}} {{instance}}': 'process_resident_memory_bytes{job="svc"}' },
        },
        { title: 'Heap', unit: 'bytes', queries: { '{{app}} {{instance}}': 'nodejs_heap_size_used_bytes{job="svc"}' } },
        {
          title: 'Garbage collection',
          unit: 'percentunit',
          queries: { '{{app}} {{kind}}': 'sum by (app, kind) (rate(nodejs_gc_duration_seconds_sum{job="svc"}[5m]))' },
        },
      ],
    },
  ],
};
