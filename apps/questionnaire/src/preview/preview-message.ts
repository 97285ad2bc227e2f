import type { FunnelPage } from '@svc/domain';

/** A page that the dashboard shows in the frame of the preview host. docs/adr/0083-the-preview-host.md. */
export interface PageMessage {
  /** Rises with every message; an older one is ignored. */
  seq: number;
  page: FunnelPage;
  /** The question to show; null: the one that is shown. */
  stepId: number | null;
}

/** @param key - of this frame, which only its dashboard page knows. */
export function readPageMessage(data: unknown, key: string): PageMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { svc, type, k, seq, page, stepId } = data as Record<string, unknown>;
  const isPage = typeof page === 'object' && page !== null && Array.isArray((page as FunnelPage).steps);
  if (svc !== 1 || type !== 'page' || k !== key || typeof seq !== 'number' || !isPage) return undefined;
  return { seq, page: page as FunnelPage, stepId: typeof stepId === 'number' ? stepId : null };
}

/** The dashboard next to a preview host; it is the only page that may send. */
export const toDashboardOrigin = ({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string =>
  `${protocol}//${host.replace(/^preview\./, 'dashboard.')}`;
