import type { TextKey } from '../i18n/areas.js';
import type { Company, Permission } from './company.js';

interface Entry {
  label: TextKey;
  to: '/c/$company' | `/c/$company/${string}`;
  /** Without it the screen has nothing to show. */
  needs?: Permission;
}

interface Group {
  title?: TextKey;
  entries: readonly Entry[];
}

/** The screens of a company, in the order of the navigation; `title` is a heading above them. */
const NAVIGATION: readonly Group[] = [
  {
    entries: [
      { label: 'nav.overview', to: '/c/$company' },
      { label: 'nav.funnels', to: '/c/$company/funnels' },
      { label: 'nav.products', to: '/c/$company/products' },
      { label: 'nav.imports', to: '/c/$company/imports' },
      { label: 'nav.insight', to: '/c/$company/insight' },
      { label: 'nav.experiments', to: '/c/$company/experiments' },
      { label: 'nav.conversations', to: '/c/$company/conversations', needs: 'conversation.read' },
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

/** The screens that a user may use. */
export const listNavigation = ({ can }: Pick<Company, 'can'>): Group[] =>
  NAVIGATION.map((group) => ({ ...group, entries: group.entries.filter(({ needs }) => !needs || can(needs)) }));
