import type { ComponentTheme } from '../../loader/component-config.js';

/**
 * Sets the company's colors, font and corners on an element, as custom properties of the first three letters (`--_acc`), and its
 * z-index (`--_z`); its `:host` starts from initial values.
 * The company's background and text colors are those of the light scheme; the dark one uses the system's.
 */
export function applyTheme({ style }: HTMLElement, theme: ComponentTheme, zIndex: number | null): void {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = theme.colorScheme === 'auto' ? (isDark ? 'dark' : 'light') : theme.colorScheme;
  for (const [name, value] of Object.entries({ ...theme, z: zIndex }))
    style.setProperty(
      `--_${name.slice(0, 3)}`,
      scheme === 'dark' && /^(?:bac|t)/.test(name) ? null : (value as string),
    );
  style.colorScheme = scheme;
}
