/** Six colors that stand for a color type; to look at, nothing is matched by them. */
const PALETTES: Record<string, readonly string[]> = {
  LIGHT_SPRING: ['#f9d9b8', '#ffb59e', '#f7d26b', '#a8dcc0', '#8fd3e8', '#f4a6b5'],
  TRUE_SPRING: ['#f58e5a', '#f2c230', '#7fbf4d', '#2fb5a5', '#e8543f', '#c98b4a'],
  BRIGHT_SPRING: ['#ff5a4f', '#ffc72c', '#00b4a6', '#2f6fdb', '#e6277f', '#5fbf3a'],
  LIGHT_SUMMER: ['#f2c6d4', '#c9b8e8', '#a8cbe8', '#bfe0d4', '#e58ea8', '#f4e8bc'],
  TRUE_SUMMER: ['#6f8fc9', '#b86a95', '#8fb3b8', '#c9547a', '#7a6ba8', '#a9b8c9'],
  SOFT_SUMMER: ['#9aa8b5', '#b58a9a', '#8fa398', '#7c8aa5', '#c4a6ad', '#6f7d7a'],
  SOFT_AUTUMN: ['#b8926a', '#a3a07a', '#c98f78', '#7d8a6a', '#d9b48f', '#8a6f63'],
  TRUE_AUTUMN: ['#b5541f', '#c98a1e', '#6f7a2a', '#8a3b1f', '#2f6b5f', '#d9a441'],
  DEEP_AUTUMN: ['#5a2a1a', '#7a2f1f', '#3f4a1f', '#8a5a1a', '#1f4a4a', '#a33a1f'],
  DEEP_WINTER: ['#1a1f3f', '#5a0f2f', '#0f4a3f', '#2a2a2f', '#8a0f3f', '#3f1f5a'],
  TRUE_WINTER: ['#0f3fa3', '#c2002f', '#14141c', '#eef1f6', '#007a5a', '#7a1fa3'],
  BRIGHT_WINTER: ['#0057e0', '#e6006f', '#00a36f', '#ffe14a', '#7a2fe6', '#e60026'],
  SPRING: ['#f9d9b8', '#f58e5a', '#f2c230', '#7fbf4d', '#2fb5a5', '#ff7a6b'],
  SUMMER: ['#f2c6d4', '#c9b8e8', '#6f8fc9', '#8fb3b8', '#b86a95', '#9aa8b5'],
  AUTUMN: ['#b5541f', '#c98a1e', '#6f7a2a', '#8a3b1f', '#2f6b5f', '#b8926a'],
  WINTER: ['#0f3fa3', '#c2002f', '#14141c', '#eef1f6', '#007a5a', '#7a1fa3'],
};

/** `[]` for a color type of another taxonomy. */
export const paletteOfType = (type: string): readonly string[] => {
  const key = type.toUpperCase();
  return Object.hasOwn(PALETTES, key) ? PALETTES[key]! : [];
};
