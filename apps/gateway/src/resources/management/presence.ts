/** A message that its sender always sets; proto fields of message type are never required. */
export function presence<T>(message: T | undefined): T {
  if (message === undefined) throw new Error('A message lacks a part that its sender always sets.');
  return message;
}

/** Findings of a report, each as HTTP shows it. */
export function found<T, R>(findings: { total: number; first: T[] } | undefined, present: (item: T) => R) {
  const { total, first } = presence(findings);
  return { total, first: first.map(present) };
}
