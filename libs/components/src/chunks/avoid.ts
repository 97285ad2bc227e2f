/** Chunk `avoid`: the button moves out of the way of bars and of keyboards on the screen. */
import { avoidBars } from '../elements/svc-floating-action-button/avoid-bars.js';
import { avoidKeyboard } from '../elements/svc-floating-action-button/avoid-keyboard.js';

/**
 * @param low - matches where a keyboard on the screen leaves little room.
 * @returns stops.
 */
export const avoid = (element: HTMLElement, low: MediaQueryList, avoidsBars: boolean): (() => void)[] => [
  avoidKeyboard(element, low),
  ...(avoidsBars ? [avoidBars(element)] : []),
];
