/** Chunk `avoid`: the button moves out of the way of bars and of keyboards on the screen. */
export { avoidBars } from '../elements/svc-floating-action-button/avoid-bars.js';
export { avoidKeyboard } from '../elements/svc-floating-action-button/avoid-keyboard.js';
