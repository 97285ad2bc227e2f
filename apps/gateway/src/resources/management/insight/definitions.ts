/** What figures count, for readers of reports. docs/insight.md N11. */
export const DEFINITIONS = {
  visits: 'Page loads of the questionnaire that showed a question. Reloading the page is a new visit.',
  starts: 'Visits in which a question was answered, or skipped.',
  finishes: 'Visits whose answers were sent. Integrations that do not use the page report no visits.',
  completionRate: 'Visits whose answers were sent, divided by visits in which a question was answered or skipped.',
  days: 'Visits, starts and finishes by the day on which the visit began.',
  steps:
    'Of the visits that were shown the question: how many answered it, went back from it, or ended there. Going back and forth counts once. ' +
    'Time does not count while the page is hidden. Versions are never added together.',
  sources:
    'Visits by tracking source, language, device and version. Rows with fewer than 5 visits have no figures, so that no shopper can be ' +
    'singled out.',
} as const;
