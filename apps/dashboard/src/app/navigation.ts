import type { TextKey } from '../i18n/translator.js';

interface Group {
  title: TextKey;
  entries: readonly { label: TextKey; to: string }[];
}

/** The screens of a company, in the order of the navigation. */
export const NAVIGATION: readonly Group[] = [
  {
    title: 'nav.settings',
    entries: [{ label: 'keys.nav', to: '/c/$company/settings/developer' }],
  },
];
