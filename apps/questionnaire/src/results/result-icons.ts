import { svg } from 'lit';

const icon = (path: string) => svg`<svg
  class="icon" viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor"
  stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"
><path d=${path} /></svg>`;

export const shareIcon = () => icon('M12 15V3m0 0L8 7m4-4l4 4M5 12v7a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-7');
export const againIcon = () => icon('M4 11a8 8 0 1 1 2.3 6.3M4 5v6h6');
export const fitsIcon = () => icon('M5 12.5l4.5 4.5L19 7.5');

/** A dot of a shade. Drawn, not styled: the content security policy knows no inline styles. */
export const shadeDot = (color: string) => svg`<svg
  class="dot" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" focusable="false"
><circle cx="10" cy="10" r="9.25" fill=${color} stroke="currentColor" stroke-opacity="0.35" stroke-width="0.75" /></svg>`;

/** Where a picture is missing: the shade, or nothing but a soft ground. */
export const blankPicture = (color: string | undefined) => svg`<svg
  class="blank" viewBox="0 0 100 100" aria-hidden="true" focusable="false"
>${color ? svg`<circle cx="50" cy="50" r="24" fill=${color} />` : ''}</svg>`;

/** A row of colors, as one picture. */
export const paletteRow = (colors: readonly string[], label: string) => svg`<svg
  class="palette" viewBox="0 0 ${colors.length * 26 - 2} 24" width=${colors.length * 26 - 2} height="24" role="img" aria-label=${label}
>${colors.map(
  (color, index) =>
    svg`<circle cx=${12 + index * 26} cy="12" r="11.5" fill=${color} stroke="currentColor" stroke-opacity="0.25" stroke-width="0.75" />`,
)}</svg>`;
