import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import { meQuery } from '../api/queries.js';
import type { Permission } from '../app/company.js';
import type { Area } from '../i18n/areas.js';
import { I18nProvider } from '../i18n/i18n.js';
import { loadArea, loadTranslator } from '../i18n/languages.js';

/** What a part of a screen finds when it is shown. */
export interface Surroundings {
  /** Areas of its texts, in addition to the frame. */
  areas: readonly Area[];
  /** Of its texts; default: English. */
  language?: 'en' | 'de';
  /** What has been loaded, by the keys of the queries. */
  data?: readonly (readonly [QueryKey, unknown])[];
  /** What could not be loaded. */
  failed?: readonly (readonly [QueryKey, Error])[];
  /** What the user may do in the company, whose handle is `glow`; default: nothing. */
  permissions?: readonly Permission[];
  /** Parts of the address, such as the funnel. */
  params?: Readonly<Record<string, string>>;
  search?: Readonly<Record<string, unknown>>;
}

/** Items as `useList` keeps them. */
export const toPages = (items: readonly object[]) => ({
  pages: [{ data: items, nextCursor: null }],
  pageParams: [undefined],
});

/**
 * A part of a screen as HTML, as it is shown first with the data that is there: no effect runs, and nothing is loaded. What a user does
 * there is shown by journeys.
 * @throws what a component throws.
 */
export async function renderPage(element: ReactElement, surroundings: Surroundings): Promise<string> {
  const { areas, language = 'en', data = [], failed = [], permissions = [], params = {}, search = {} } = surroundings;
  await Promise.all(areas.map(loadArea));
  const translator = await loadTranslator(language);
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retryOnMount: false } },
  });
  const membership = { handle: 'glow', name: 'Glow', role: 'ANALYST', permissions };
  const user = { id: 'ada', name: 'Ada', email: 'ada@glow.example' };
  client.setQueryData(meQuery.queryKey, { user, platformAdmin: false, memberships: [membership] } as never);
  for (const [key, value] of data) client.setQueryData(key, value);
  for (const [queryKey, error] of failed) {
    const queryFn = () => Promise.reject(error);
    await client.prefetchQuery({ queryKey, queryFn, retry: false });
  }
  const root = createRootRoute();
  const path = `/c/$company${Object.keys(params)
    .map((name) => `/$${name}`)
    .join('')}`;
  const route = createRoute({ getParentRoute: () => root, path, component: () => element });
  const address = ['/c/glow', ...Object.values(params)].join('/');
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [address + toSearch(search)] }),
    isServer: true,
  });
  await router.load();
  const errors: unknown[] = [];
  const stream = await renderToReadableStream(
    <MantineProvider>
      <I18nProvider first={translator}>
        <QueryClientProvider client={client}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </I18nProvider>
    </MantineProvider>,
    { onError: (error) => void errors.push(error) },
  );
  // React marks where one text ends and the next begins.
  const html = (await new Response(stream).text()).replaceAll('<!-- -->', '');
  client.clear();
  if (errors.length > 0) throw errors[0];
  return html;
}

function toSearch(search: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(search).map(([name, value]) => [name, String(value)]);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** The texts of HTML in their order, with one space between elements. */
export const readText = (html: string): string =>
  html
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(#x27|\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();

/** The texts of all elements with this tag, such as the cells of a table. */
export const readTexts = (html: string, tag: string): string[] =>
  [...html.matchAll(new RegExp(`<${tag}[ >][\\s\\S]*?</${tag}>`, 'g'))].map(([element]) => readText(element));
