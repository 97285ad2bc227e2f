import { type CSSVariablesResolver, createTheme } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'plum',
  primaryShade: { light: 7, dark: 4 },
  colors: {
    plum: [
      '#fbf0f6',
      '#f0dee8',
      '#e2b9cf',
      '#d592b5',
      '#ca71a0',
      '#c45c92',
      '#a94579',
      '#863460',
      '#6a2c4f',
      '#52203c',
    ],
    // Dark enough for white text on buttons.
    red: ['#fff5f5', '#ffe3e3', '#ffc9c9', '#ffa8a8', '#ff8787', '#ff6b6b', '#fa5252', '#c92a2a', '#b02525', '#8f1d1d'],
  },
  autoContrast: true,
  // Text on a color is black or white, whichever has more contrast; both have 4.58:1 there.
  luminanceThreshold: 0.179,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
});

/** Colors of texts whose defaults have too little contrast. docs/dashboard.md Y5.2. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5a6169',
    '--mantine-color-placeholder': '#6b727a',
    '--mantine-color-error': '#b42323',
    '--mantine-color-red-text': '#b42323',
    '--mantine-color-red-filled': '#b42323',
    '--mantine-color-red-filled-hover': '#8f1b1b',
    '--mantine-color-red-light-color': '#b42323',
    '--mantine-color-red-outline': '#b42323',
    '--mantine-color-yellow-light-color': '#6b3d00',
    '--mantine-color-green-light-color': '#1b5e20',
    '--mantine-color-body': '#ffffff',
  },
  dark: {
    '--mantine-color-dimmed': '#a6adb4',
    '--mantine-color-placeholder': '#9098a0',
    '--mantine-color-error': '#ff8787',
  },
});
