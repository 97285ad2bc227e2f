/** Findings of one kind: how many there are, and the first of them. */
export interface Findings<T> {
  total: number;
  /** As many as a report of this kind lists. */
  first: T[];
}
