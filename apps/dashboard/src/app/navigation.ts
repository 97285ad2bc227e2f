import type { TextKey } from '../i18n/areas.js';

interface Entry {
  label: TextKey;
  to: `/c/$company/${string}`;
}

/** The screens of a company, in the order of the navigation; `title` is a heading above them. */
export const NAVIGATION: readonly { title?: TextKey; entries: readonly Entry[] }[] = [
  {
    title: 'nav.settings',
    entries: [{ label: 'nav.developer', to: '/c/$company/settings/developer' }],
  },
];

/** What the address of a company itself shows. */
export const FIRST_SCREEN = '/c/$company/settings/developer';
