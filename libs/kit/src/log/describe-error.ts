/** An error as it is logged. */
export interface DescribedError {
  type: string;
  message: string;
  /** Our error code, or SQLSTATE, or a Node code such as ECONNREFUSED. */
  code?: string | number;
  stack?: string;
  cause?: DescribedError;
}

const MAX_CAUSES = 5;

/**
 * The parts of an error that may be logged: type, message, code, stack and causes. Everything else is left out, since
 * database errors carry rows (`detail`) and bindings in extra fields.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const described: DescribedError = { type: error.name, message: error.message };
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' || typeof code === 'number') described.code = code;
  if (error.stack) described.stack = error.stack;
  if (error.cause !== undefined && depth < MAX_CAUSES) described.cause = describeError(error.cause, depth + 1);
  return described;
}
