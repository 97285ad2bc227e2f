/**
 * Which tab a key leads to; null: the key does not move. Arrows go round, and follow the direction of reading. WAI-ARIA
 * Authoring Practices, "Tabs".
 * @param key - `key` of a keyboard event.
 */
export function nextTab(key: string, current: number, count: number, direction: 'ltr' | 'rtl'): number | null {
  const forwards = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const backwards = direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
  if (key === forwards) return (current + 1) % count;
  if (key === backwards) return (current + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
