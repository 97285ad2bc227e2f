import type { TextKey } from '../i18n/areas.js';

interface Entry {
  label: TextKey;
  to: '/c/$company' | `/c/$company/${string}`;
}

/** The screens of a company, in the order of the navigation; `title` is a heading above them. */
export const NAVIGATION: readonly { title?: TextKey; entries: readonly Entry[] }[] = [
  {
    entries: [
      { label: 'nav.overview', to: '/c/$company' },
      { label: 'nav.funnels', to: '/c/$company/funnels' },
      { label: 'nav.products', to: '/c/$company/products' },
      { label: 'nav.imports', to: '/c/$company/imports' },
      { label: 'nav.insight', to: '/c/$company/insight' },
      { label: 'nav.experiments', to: '/c/$company/experiments' },
      { label: 'nav.conversations', to: '/c/$company/conversations' },
      { label: 'nav.shoppers', to: '/c/$company/shoppers' },
    ],
  },
  {
    title: 'nav.settings',
    entries: [
      { label: 'nav.company', to: '/c/$company/settings/company' },
      { label: 'nav.look', to: '/c/$company/settings/look' },
      { label: 'nav.components', to: '/c/$company/settings/components' },
      { label: 'nav.chat', to: '/c/$company/settings/chat' },
      { label: 'nav.people', to: '/c/$company/settings/people' },
      { label: 'nav.security', to: '/c/$company/settings/security' },
      { label: 'nav.developer', to: '/c/$company/settings/developer' },
      { label: 'nav.webhooks', to: '/c/$company/settings/webhooks' },
      { label: 'nav.audit', to: '/c/$company/settings/audit' },
      { label: 'nav.settings-versions', to: '/c/$company/settings/versions' },
    ],
  },
];
