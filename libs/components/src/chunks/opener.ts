/** Chunk `opener`: what the floating action button opens. Loaded when the shopper is about to press it. */
export { closeChatPanel as close } from '../elements/svc-floating-action-button/chat-panel.js';
export { openFromButton as open, prepare as define } from '../elements/svc-floating-action-button/open-from-button.js';
