import { lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Area } from '../i18n/areas.js';
import { loadArea } from '../i18n/languages.js';

/**
 * The screens of an area, loaded when they are first needed, together with the area's texts.
 * @param shared - areas of `src/shared/<area>` that the screens use.
 * @example const screen = lazyScreens('people'); screen(() => import('./people.js'), 'People')
 */
export const lazyScreens =
  (area: Area, ...shared: Area[]) =>
  <K extends string>(load: () => Promise<Record<K, () => ReactNode>>, name: K) =>
    lazyRouteComponent(async () => {
      const [screens] = await Promise.all([load(), ...[area, ...shared].map(loadArea)]);
      return screens;
    }, name);
