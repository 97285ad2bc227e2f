import type { ComponentTheme } from './component-config.js';

/**
 * Sets the company's colors, font and corners on an element whose `:host` starts from initial values.
 * The company's background and text colors are those of the light scheme; the dark one uses the system's.
 */
export function applyTheme({ style }: HTMLElement, theme: ComponentTheme): void {
  const { colorScheme, accentColor, onAccentColor, backgroundColor, textColor, fontFamily, cornerRadius } = theme;
  const isDark =
    colorScheme === 'dark' || (colorScheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  const values = {
    '--_bg': isDark ? null : backgroundColor,
    '--_fg': isDark ? null : textColor,
    '--_a': accentColor,
    '--_on': onAccentColor,
    '--_f': fontFamily,
    '--_r': cornerRadius === null ? null : `${cornerRadius}px`,
    'color-scheme': isDark ? 'dark' : 'light',
  };
  for (const [name, value] of Object.entries(values)) style.setProperty(name, value);
}
