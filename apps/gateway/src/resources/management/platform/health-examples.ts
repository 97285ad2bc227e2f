const quiet = { up: true, releases: ['0.2.0'], processes: 1, ages: [], failedWork: [] };

export const healthExample = {
  release: '0.2.0',
  upgrading: false,
  services: [
    { name: 'funnel', ...quiet },
    {
      ...{ name: 'analysis', ...quiet, processes: 2 },
      failedWork: [
        { kind: 'deliveries', count: 3, newestAt: '2026-11-27T09:12:00.000Z' },
        { kind: 'jobs', count: 0, newestAt: null },
      ],
    },
    { name: 'matcher', ...quiet, ages: [{ name: 'funnels', seconds: 0.4 }] },
  ],
};
