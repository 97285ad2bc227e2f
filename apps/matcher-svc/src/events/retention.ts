/** Retention of events in days, from the first day of their analysis. docs/events.md "Privacy". */
export const EVENT_DAYS = 90;
/** Retention of daily statistics, and of the mark that an analysis had events, in days. */
export const STATS_DAYS = 400;
/** Retention of the marks of erased analyses in days: as long as analysis-svc lists them. */
export const ERASED_DAYS = 35;
