import { api, load, type Schemas } from '../../api/client.js';
import { useCompany } from '../../app/company.js';
import type { operations } from '../../gen/api.js';
import type { TextKey } from '../../i18n/areas.js';
import { GROUPS_OF_COMPANIES, GROUPS_OF_THE_PLATFORM } from './groups.js';
import { findPlatformScreen, findScreen } from './sentences.js';

type Query = NonNullable<operations['listAuditEntries']['parameters']['query']>;
type Page<T> = Promise<{ data: T[]; nextCursor: string | null }>;

/** Whose log: that of one company, or that of the platform. docs/identity.md I11.3. */
export interface Scope {
  /** Of its queries. */
  key: readonly string[];
  mayRead: boolean;
  text: TextKey;
  emptyText: TextKey;
  groups: readonly { value: string; label: TextKey }[];
  /** The address of the screen, for its filter. */
  screen: string;
  /** The address of the table. */
  table: string;
  listEntries: (query: Query) => Page<Schemas['AuditEntry']>;
  listPeople: (cursor: string | undefined) => Page<{ id: string; name: string; email: string }>;
  verify: () => Promise<Schemas['AuditVerification']>;
  /** Where the object of an action is shown; undefined: nowhere. */
  findScreen: (action: string, targets: Readonly<Record<string, string>>) => string | undefined;
}

const MAX_PEOPLE = 100;
const toPage = (cursor: string | undefined) => ({ limit: MAX_PEOPLE, ...(cursor ? { cursor } : {}) });

export function useCompanyScope(): Scope {
  const { handle, can } = useCompany();
  const path = { handle };
  return {
    key: [handle],
    mayRead: can('audit.read'),
    text: 'audit.text',
    emptyText: 'audit.empty.text',
    groups: GROUPS_OF_COMPANIES,
    screen: `/c/${handle}/settings/audit`,
    table: `/api/admin/v1/companies/${handle}/audit.csv`,
    listEntries: (query) => load(api.GET('/api/admin/v1/companies/{handle}/audit', { params: { path, query } })),
    listPeople: (cursor) =>
      load(api.GET('/api/admin/v1/companies/{handle}/members', { params: { path, query: toPage(cursor) } })),
    verify: () => load(api.GET('/api/admin/v1/companies/{handle}/audit/verification', { params: { path } })),
    findScreen: (action, targets) => {
      const screen = findScreen(action, targets);
      return screen === undefined ? undefined : `/c/${handle}/${screen}`;
    },
  };
}

/** The log of the platform, for its administrators. */
export const PLATFORM_SCOPE: Scope = {
  key: [],
  mayRead: true,
  text: 'audit.platform.text',
  emptyText: 'audit.platform.empty.text',
  groups: GROUPS_OF_THE_PLATFORM,
  screen: '/platform/audit',
  table: '/api/admin/v1/audit.csv',
  listEntries: (query) => load(api.GET('/api/admin/v1/audit', { params: { query } })),
  listPeople: (cursor) => load(api.GET('/api/admin/v1/users', { params: { query: toPage(cursor) } })),
  verify: () => load(api.GET('/api/admin/v1/audit/verification')),
  findScreen: findPlatformScreen,
};
