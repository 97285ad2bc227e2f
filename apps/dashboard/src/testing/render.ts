import { MantineProvider } from '@mantine/core';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Area } from '../i18n/areas.js';
import { I18nProvider } from '../i18n/i18n.js';
import { loadArea, loadTranslator } from '../i18n/languages.js';

/** The HTML that a component shows first, without its effects, in the language of `locale` and with the texts of an area. */
export async function render(element: ReactElement, { area, locale = 'en' }: { area: Area; locale?: 'en' | 'de' }) {
  await loadArea(area);
  const first = await loadTranslator(locale);
  return renderToStaticMarkup(createElement(MantineProvider, null, createElement(I18nProvider, { first }, element)));
}

/** The same as text: elements become spaces. */
export const renderText = async (...given: Parameters<typeof render>): Promise<string> =>
  (await render(...given))
    .replace(/<style.*?<\/style>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
