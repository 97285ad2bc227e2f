/**
 * Most bytes of each chunk, and of the chunks that a page loads before the shopper does anything, after gzip -9 and with the same hash
 * in their names.
 * A build that exceeds one fails. docs/components.md B16.4.
 */
export const CHUNK_BUDGETS = {
  components: 2_400,
  page: 1_030,
  launcher: 1_700,
  opener: 1_300,
  core: 2_800,
  frame: 2_800,
  popup: 2_630,
  layer: 400,
  widget: 2_900,
  interactions: 1_420,
  visits: 2_200,
  visitor: 1_330,
  chat: 10_500,
};

export const PAGE_BUDGETS = [
  { page: 'a page with the button', chunks: ['components', 'page', 'launcher'], bytes: 5_020 },
  { page: 'a product page', chunks: ['components', 'page', 'launcher', 'core', 'widget'], bytes: 9_999 },
  {
    page: 'a page with svc-analysis and the button',
    chunks: ['components', 'page', 'launcher', 'core', 'frame'],
    bytes: 9_980,
  },
  {
    page: 'a page with svc-analysis, the button and the opened popup',
    chunks: ['components', 'page', 'launcher', 'core', 'frame', 'popup'],
    bytes: 12_595,
  },
];

/**
 * What exceeds its budget, in words.
 * @param {Record<string, number>} sizes - bytes of each chunk after gzip -9.
 * @returns {string[]}
 */
export function findExceededBudgets(sizes) {
  const parts = Object.entries(CHUNK_BUDGETS).map(([chunk, bytes]) => ({ page: chunk, chunks: [chunk], bytes }));
  return [...parts, ...PAGE_BUDGETS].flatMap(({ page, chunks, bytes }) => {
    const size = chunks.reduce((sum, chunk) => sum + (sizes[chunk] ?? Number.NaN), 0);
    return size <= bytes ? [] : [`${page}: ${size} bytes, at most ${bytes} are allowed.`];
  });
}
