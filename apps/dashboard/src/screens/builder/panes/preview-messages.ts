import { type PreviewState, readAnswers } from '../model/preview-answers.js';

/** What the frame of the preview host says. docs/adr/0083-the-preview-host.md. */
export type FrameMessage =
  | { type: 'hello' }
  /** A page that was sent is shown. */
  | { type: 'ready'; seq: number; state: PreviewState }
  /** The user has answered or moved in the preview. */
  | { type: 'shown'; seq: number; state: PreviewState }
  /** A key that leads out of the preview. */
  | { type: 'leave'; key: string; isBack: boolean };

/** @param key - of the frame that is shown. */
export function readFrameMessage(data: unknown, key: string): FrameMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { svc, k, type, seq, stepId, key: pressed, isBack, ...given } = data as Record<string, unknown>;
  if (svc !== 1 || k !== key) return undefined;
  if (type === 'hello') return { type };
  if (type === 'leave') return { type, key: String(pressed), isBack: isBack === true };
  if (typeof seq !== 'number' || (type !== 'ready' && type !== 'shown')) return undefined;
  const state = {
    stepId: typeof stepId === 'number' ? stepId : null,
    answers: readAnswers(given.answers),
    hasSelfie: given.hasSelfie === true,
    hasContact: given.hasContact === true,
  };
  return { type, seq, state };
}

/** The host of the preview is next to the dashboard. */
export const toPreviewOrigin = ({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string =>
  `${protocol}//${host.replace(/^dashboard\./, 'preview.')}`;
