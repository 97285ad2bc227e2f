/** Milliseconds that the service asked to wait before the request is repeated; 0: it did not. */
export const getRetryMs = (response: Response | null): number =>
  Number(response?.headers.get('Retry-After') ?? 0) * 1_000 || 0;
