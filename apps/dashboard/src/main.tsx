import './app/mantine-styles.js';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient, meQuery } from './api/queries.js';
import { getNonce } from './app/document-nonce.js';
import { createAppRouter } from './app/router.js';
import { resolveVariables, theme } from './app/theme.js';
import { I18nProvider } from './i18n/i18n.js';
import { chooseLanguage, loadTranslator } from './i18n/languages.js';

const nonce = getNonce();
// Dialogs stop the page behind them from scrolling with a style element of their own.
setNonce(nonce);

const queries = createQueryClient();
const router = createAppRouter(queries);
// The session is looked up while the texts are loaded.
if (!['/sign-in', '/reset', '/invite'].includes(location.pathname)) void queries.prefetchQuery(meQuery);
const language = chooseLanguage(navigator.languages);
const first = await loadTranslator(navigator.languages.find((tag) => chooseLanguage([tag]) === language) ?? language);
document.documentElement.lang = first.locale;

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      cssVariablesResolver={resolveVariables}
      getStyleNonce={() => nonce}
    >
      <I18nProvider first={first}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nProvider>
    </MantineProvider>
  </StrictMode>,
);
