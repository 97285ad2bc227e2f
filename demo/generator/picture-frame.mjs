/**
 * The frame of every product picture: 240 × 240, a backdrop in the shade's own tone, one drawing.
 *
 * One file serves all shades of a product. The drawing is painted in `currentColor`; each shade is a nested group,
 * and `#s-<shade>` at the end of the address makes that group the `:target`, which sets its color for everything inside.
 * A viewer that knows no `:target` shows the first shade.
 */

export const escapeXml = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
export const toAnchor = (shade) => `s-${shade.toLowerCase()}`;

const gradient = (id, stops, direction = 'x2="1" y2="0"') =>
  `<linearGradient id="${id}" x1="0" y1="0" ${direction}>${stops
    .map(
      ([offset, color, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${color}"${opacity === 1 ? '' : ` stop-opacity="${opacity}"`}/>`,
    )
    .join('')}</linearGradient>`;

/** Materials that drawings may use as `url(#…)`; a picture carries only those that it uses. */
const MATERIALS = {
  round: gradient('round', [
    [0, '#000', 0.3],
    [0.16, '#fff', 0.3],
    [0.3, '#fff', 0.06],
    [0.7, '#000', 0.04],
    [1, '#000', 0.34],
  ]),
  soft: gradient(
    'soft',
    [
      [0, '#fff', 0.34],
      [0.5, '#fff', 0],
      [1, '#000', 0.22],
    ],
    'x2="1" y2="1"',
  ),
  fall: gradient(
    'fall',
    [
      [0, '#fff', 0.16],
      [0.45, '#000', 0],
      [1, '#000', 0.24],
    ],
    'x2="0" y2="1"',
  ),
  gold: gradient('gold', [
    [0, '#9c7440'],
    [0.2, '#f3dfb2'],
    [0.45, '#d8b477'],
    [0.8, '#b98d4f'],
    [1, '#7f5c2e'],
  ]),
  ink: gradient('ink', [
    [0, '#161214'],
    [0.2, '#5b5257'],
    [0.45, '#352e32'],
    [1, '#100d0f'],
  ]),
  paper: gradient('paper', [
    [0, '#d9cec2'],
    [0.2, '#ffffff'],
    [0.6, '#f6f0e9'],
    [1, '#cabfb3'],
  ]),
  wood: gradient('wood', [
    [0, '#6d4a30'],
    [0.3, '#b98a61'],
    [1, '#5d3d26'],
  ]),
  glass: gradient('glass', [
    [0, '#fff', 0.45],
    [0.2, '#fff', 0.08],
    [0.8, '#fff', 0.02],
    [1, '#fff', 0.4],
  ]),
};

/** A shape in the shade's color with a material's light on it. */
export const tinted = (d, light = 'soft') =>
  `<path d="${d}" fill="currentColor"/><path d="${d}" fill="url(#${light})"/>`;
export const filled = (d, paint) => `<path d="${d}" fill="${paint.includes('#') ? paint : `url(#${paint})`}"/>`;
export const stroke = (d, color = '#000', width = 2, opacity = 0.25) =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linecap="round" stroke-linejoin="round"/>`;
export const rect = (x, y, w, h, r = 0) =>
  r === 0
    ? `M${x} ${y}h${w}v${h}h${-w}z`
    : `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - h}a${r} ${r} 0 0 1 ${r} ${-r}z`;
export const disc = (x, y, rx, ry = rx) =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;

const usedMaterials = (body) =>
  Object.keys(MATERIALS)
    .filter((name) => body.includes(`url(#${name})`))
    .map((name) => MATERIALS[name])
    .join('');

/**
 * @param shades - `[{ anchor, hex }]`, first one shown without an anchor.
 * @param drawing - SVG markup painted in `currentColor`.
 */
export function productPicture(title, shades, drawing) {
  const rules = shades.map(({ anchor, hex }) => `#${anchor}:target{color:${hex}}`).join('');
  const open = shades.map(({ anchor }) => `<g id="${anchor}">`).join('');
  const backdrop =
    '<rect width="240" height="240" fill="#fbf8f4"/><rect width="240" height="240" fill="currentColor" opacity=".13"/>' +
    '<circle cx="120" cy="112" r="92" fill="#fff" opacity=".55"/><circle cx="120" cy="112" r="92" fill="currentColor" opacity=".1"/>' +
    '<ellipse cx="120" cy="216" rx="66" ry="7" fill="#2b1d14" opacity=".16"/>';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" role="img" aria-label="${escapeXml(title)}"><style>svg{color:${shades[0].hex}}${rules}</style><defs>${usedMaterials(drawing)}</defs>${open}${backdrop}${drawing}${'</g>'.repeat(shades.length)}</svg>\n`;
}
