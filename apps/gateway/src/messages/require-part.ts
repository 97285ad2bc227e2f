/** A message that its sender always sets; proto fields of message type are never required. */
export function requirePart<T>(message: T | undefined): T {
  if (message === undefined) throw new Error('A message lacks a part that its sender always sets.');
  return message;
}
