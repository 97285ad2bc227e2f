import type { ScreenKey } from '../../app/screen-keys.js';

/** Keys of the lists of rules and tabs. docs/dashboard.md Y18.2. */
export const DRAFT_KEYS: readonly ScreenKey[] = [
  { keys: ['Alt', '↑', '↓'], label: 'draft.keys.move' },
  { keys: ['Ctrl', 'Z'], label: 'draft.keys.undo' },
  { keys: ['Ctrl', 'Y'], label: 'draft.keys.redo' },
];
