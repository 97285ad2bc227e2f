import type { ScreenKey } from '../../app/screen-keys.js';

/** docs/dashboard.md Y17.3. */
export const TAGGING_KEYS: readonly ScreenKey[] = [
  { keys: ['Space'], label: 'tagging.keys.toggle' },
  { keys: ['Del'], label: 'tagging.keys.clear' },
  { keys: ['Shift', '↑', '↓', '←', '→'], label: 'tagging.keys.extend' },
  { keys: ['Ctrl', 'Space'], label: 'tagging.keys.column' },
  { keys: ['Shift', 'Space'], label: 'tagging.keys.row' },
  { keys: ['Ctrl', 'A'], label: 'tagging.keys.all' },
  { keys: ['Ctrl', 'D'], label: 'tagging.keys.fill-down' },
  { keys: ['Ctrl', 'R'], label: 'tagging.keys.fill-right' },
  { keys: ['Ctrl', 'C'], label: 'tagging.keys.copy' },
  { keys: ['Ctrl', 'Shift', 'C'], label: 'tagging.keys.copy-all' },
  { keys: ['Ctrl', 'V'], label: 'tagging.keys.paste' },
  { keys: ['Ctrl', 'Z'], label: 'tagging.keys.undo' },
  { keys: ['Ctrl', 'Y'], label: 'tagging.keys.redo' },
  { keys: ['Enter'], label: 'tagging.keys.details' },
  { keys: ['/'], label: 'tagging.keys.search' },
];
