import type { ScreenKey } from '../../app/screen-keys.js';

/** docs/dashboard.md Y15.11. */
export const BUILDER_KEYS: readonly ScreenKey[] = [
  { keys: ['↑', '↓'], label: 'builder.keys.choose' },
  { keys: ['Enter'], label: 'builder.keys.title' },
  { keys: ['Alt', '↑', '↓'], label: 'builder.keys.move' },
  { keys: ['Ctrl', 'Enter'], label: 'builder.keys.add' },
  { keys: ['Ctrl', 'D'], label: 'builder.keys.duplicate' },
  { keys: ['Del'], label: 'builder.keys.remove' },
  { keys: ['Ctrl', 'Z'], label: 'builder.keys.undo' },
  { keys: ['Ctrl', 'Y'], label: 'builder.keys.redo' },
  { keys: ['F6'], label: 'builder.keys.part' },
  { keys: ['Ctrl', '.'], label: 'builder.keys.preview' },
];
