import { type FrameLink, type FrameLinkOptions, linkFrame } from './link-frame.js';
import { PAGE_ACTIONS } from './page-actions.js';
import { PAGE_STATES } from './page-states.js';

export type { EmbeddingWindow, Frame, FrameLink, FrameLinkOptions, PageMessageHandlers } from './link-frame.js';

/** Connects a shop page to a funnel's page in a frame, for all messages of the protocol. */
export const connectToFrame = (options: FrameLinkOptions): FrameLink =>
  linkFrame(options, { ...PAGE_STATES, ...PAGE_ACTIONS });
