import { useQuery } from '@tanstack/react-query';
import { api, load } from '../../../api/client.js';

/** How often services are asked, milliseconds. docs/dashboard.md Y19.4. */
export const POLL_MS = 5_000;

/** What services say about themselves; needs a session, so it fails where identity-svc is down. */
export const usePlatformHealth = () =>
  useQuery({
    queryKey: ['health', 'platform'],
    queryFn: () => load(api.GET('/api/admin/v1/health')),
    refetchInterval: POLL_MS,
  });

export type PlatformHealth = NonNullable<ReturnType<typeof usePlatformHealth>['data']>;
export type ServiceState = PlatformHealth['services'][number];

const PURPOSES = {
  funnel: 'health.funnel',
  analysis: 'health.analysis',
  matcher: 'health.matcher',
  catalog: 'health.catalog',
  identity: 'health.identity',
  insight: 'health.insight',
  chat: 'health.chat',
} as const;

const AGES = {
  replicas: 'health.age.replicas',
  funnels: 'health.age.funnels',
  catalogs: 'health.age.catalogs',
  erasures: 'health.age.erasures',
  analyses: 'health.age.analyses',
  events: 'health.age.events',
  visitSums: 'health.age.visit-sums',
  analysisSums: 'health.age.analysis-sums',
} as const;

const FAILED = {
  deliveries: 'health.failed.deliveries',
  imports: 'health.failed.imports',
  jobs: 'health.failed.jobs',
} as const;

/** The text of a name; undefined: a newer service has added it. */
const find = <T extends Record<string, string>>(texts: T, name: string): T[keyof T] | undefined =>
  Object.hasOwn(texts, name) ? texts[name as keyof T] : undefined;

export const toPurpose = (service: string) => find(PURPOSES, service) ?? 'health.other';
export const toAgeText = (name: string) => find(AGES, name);
export const toFailedText = (kind: string) => find(FAILED, kind);
