/** What the frame of the preview host says. docs/adr/0083-the-preview-host.md. */
export type FrameMessage =
  | { type: 'hello' }
  | { type: 'ready'; seq: number }
  /** The user has moved to another question in the preview. */
  | { type: 'shown'; seq: number; stepId: number }
  /** A key that leads out of the preview. */
  | { type: 'leave'; key: string; isBack: boolean };

/** @param key - of the frame that is shown. */
export function readFrameMessage(data: unknown, key: string): FrameMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { svc, k, type, seq, stepId, key: pressed, isBack } = data as Record<string, unknown>;
  if (svc !== 1 || k !== key) return undefined;
  if (type === 'hello') return { type };
  if (type === 'leave') return { type, key: String(pressed), isBack: isBack === true };
  if (typeof seq !== 'number') return undefined;
  if (type === 'ready') return { type, seq };
  return type === 'shown' && typeof stepId === 'number' ? { type, seq, stepId } : undefined;
}

/** The host of the preview is next to the dashboard. */
export const toPreviewOrigin = ({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string =>
  `${protocol}//${host.replace(/^dashboard\./, 'preview.')}`;
