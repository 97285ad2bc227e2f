import { svg } from 'lit';

const icon = (path: string, isDirected = false) => svg`<svg
  class=${isDirected ? 'icon directed' : 'icon'} viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor"
  stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"
><path d=${path} /></svg>`;

/** Points against the direction of reading. */
export const backIcon = () => icon('M15 5l-7 7 7 7', true);
export const cameraIcon = () =>
  icon('M4 8h3l1.6-2.4h6.8L17 8h3v11H4zM12 16.4a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4z');
export const pictureIcon = () => icon('M4 5h16v14H4zM4 16l4.6-4.6 3.9 3.9 2.5-2.5L20 17M15.5 9.2h.01');
export const sparkIcon = () =>
  icon('M12 4c.8 4.6 3.4 7.2 8 8-4.6.8-7.2 3.4-8 8-.8-4.6-3.4-7.2-8-8 4.6-.8 7.2-3.4 8-8z');
