/** Days that events are kept, from the first day of their analysis. docs/events.md "Privacy". */
export const EVENT_DAYS = 90;
/** Days that the sums of a day are kept, and the mark that an analysis had events. */
export const STATS_DAYS = 400;
/** Days that erased analyses are remembered: as long as analysis-svc lists them. */
export const ERASED_DAYS = 35;
