export const hoursExample = {
  funnel: 'beauty',
  at: '2026-11-27T14:02:10.000Z',
  until: '2026-11-27T14:31:00.000Z',
  before: { visits: 120, starts: 90, finishes: 61, analyses: 60, shown: 58 },
  after: { visits: 64, starts: 50, finishes: 33, analyses: 33, shown: 32 },
};
