import { DAY_MS } from '@svc/domain';
import type { Schemas } from '../../api/client.js';

interface Found {
  funnels: readonly Pick<Schemas['FunnelSummary'], 'name' | 'subdomain' | 'draft' | 'paused'>[];
  imports: readonly Pick<Schemas['ImportRun'], 'id' | 'state' | 'dryRun' | 'createdAt'>[];
  endpoints: readonly Pick<Schemas['DeliveryEndpoint'], 'target' | 'state' | 'failingSince' | 'disabledAt'>[];
  deadDeliveries: number;
  keys: readonly Pick<Schemas['ApiKey'], 'name' | 'expiresAt' | 'revokedAt'>[];
  tests: readonly Pick<Schemas['Experiment'], 'id' | 'name' | 'state'>[];
  /** Of published funnels. */
  tabs: readonly TabsOfFunnel[];
}

/** What shoppers found on the tabs of a funnel. */
export interface TabsOfFunnel {
  subdomain: string;
  name: string;
  effect: Pick<Schemas['ResultPageEffect'], 'analyses' | 'tabs'>;
}

/** Something that a person has to decide or to repair, and the screen below the company's where that is done. */
export type Notice = { screen: string; key: string } & (
  | { kind: 'HELD_IMPORT'; at: string }
  | { kind: 'FAILED_IMPORT'; at: string }
  | { kind: 'ENDPOINT_OFF'; at: string | null }
  | { kind: 'ENDPOINT_FAILING'; at: string | null }
  | { kind: 'DEAD_DELIVERIES'; count: number }
  | { kind: 'KEY_EXPIRES'; name: string; at: string }
  | { kind: 'TEST_DECIDED'; name: string }
  | { kind: 'EMPTY_TAB'; name: string; tab: string; share: number }
  | { kind: 'DRAFT'; name: string; number: number }
  | { kind: 'PAUSED'; name: string }
);

/** As on the screen of the keys: docs/dashboard.md Y4.4. */
const KEY_WARNING_MS = 14 * DAY_MS;

/** A tab that is empty for so many shoppers is one that most do not need, or that has a mistake. docs/dashboard.md Y30.1. */
const EMPTY_SHARE = 0.5;
/** Of fewer analyses a share says nothing. */
const MIN_ANALYSES = 20;

/** The most urgent first. docs/dashboard.md Y30.1. */
export function findNotices(
  { funnels, imports, endpoints, deadDeliveries, keys, tests, tabs }: Found,
  now: number,
): Notice[] {
  const lastRun = imports.find(({ dryRun, state }) => !dryRun && state !== 'RUNNING');
  const isExpiring = ({ expiresAt, revokedAt }: Found['keys'][number]): boolean => {
    const leftMs = expiresAt === null || revokedAt !== null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now;
    return leftMs > 0 && leftMs < KEY_WARNING_MS;
  };
  return [
    ...endpoints
      .filter(({ state }) => state === 'DISABLED')
      .map(
        ({ target, disabledAt }): Notice => ({
          kind: 'ENDPOINT_OFF',
          key: `off-${target}`,
          screen: 'settings/webhooks',
          at: disabledAt,
        }),
      ),
    ...imports
      .filter(({ state, dryRun }) => state === 'HELD' && !dryRun)
      .map(({ id, createdAt }): Notice => ({ kind: 'HELD_IMPORT', key: id, screen: `imports/${id}`, at: createdAt })),
    // An earlier failure does not matter once an import has succeeded.
    ...(lastRun?.state === 'FAILED'
      ? [
          {
            kind: 'FAILED_IMPORT',
            key: lastRun.id,
            screen: `imports/${lastRun.id}`,
            at: lastRun.createdAt,
          } satisfies Notice,
        ]
      : []),
    ...endpoints
      .filter(({ state, failingSince }) => state === 'ENABLED' && failingSince !== null)
      .map(
        ({ target, failingSince }): Notice => ({
          kind: 'ENDPOINT_FAILING',
          key: `failing-${target}`,
          screen: 'settings/webhooks',
          at: failingSince,
        }),
      ),
    ...(deadDeliveries > 0
      ? [
          {
            kind: 'DEAD_DELIVERIES',
            key: 'dead',
            screen: 'settings/webhooks?state=DEAD',
            count: deadDeliveries,
          } satisfies Notice,
        ]
      : []),
    ...keys.filter(isExpiring).map(
      ({ name, expiresAt }): Notice => ({
        kind: 'KEY_EXPIRES',
        key: `key-${name}`,
        screen: 'settings/developer',
        name,
        at: expiresAt as string,
      }),
    ),
    // It has a result and runs until a user ends it.
    ...tests
      .filter(({ state }) => state === 'DECIDED')
      .map(({ id, name }): Notice => ({ kind: 'TEST_DECIDED', key: `test-${id}`, screen: `experiments/${id}`, name })),
    ...tabs.flatMap(({ subdomain, name, effect }) =>
      effect.tabs
        .filter(({ empty }) => effect.analyses >= MIN_ANALYSES && empty >= effect.analyses * EMPTY_SHARE)
        .map(
          ({ key, empty }): Notice => ({
            kind: 'EMPTY_TAB',
            key: `tab-${subdomain}-${key}`,
            screen: `funnels/${subdomain}/result-page?tab=${encodeURIComponent(key)}`,
            name,
            tab: key,
            share: empty / effect.analyses,
          }),
        ),
    ),
    ...funnels
      .filter(({ paused }) => paused)
      .map(({ name, subdomain }): Notice => ({ kind: 'PAUSED', key: `paused-${subdomain}`, screen: 'funnels', name })),
    ...funnels.flatMap(({ name, subdomain, draft }): Notice[] =>
      draft
        ? [
            {
              kind: 'DRAFT',
              key: `draft-${subdomain}`,
              screen: `funnels/${subdomain}/release`,
              name,
              number: draft.number,
            },
          ]
        : [],
    ),
  ];
}

/** The way to the first shopper, in order. */
export interface FirstStep {
  step: 'PRODUCTS' | 'FUNNEL' | 'PUBLISH' | 'DOMAIN' | 'KEY';
  screen: string;
  isDone: boolean;
}

export const listFirstSteps = (found: {
  hasProducts: boolean;
  funnels: readonly Pick<Schemas['FunnelSummary'], 'published'>[];
  domains: readonly string[];
  /** Undefined: the user may not see them. */
  keys: readonly Pick<Schemas['ApiKey'], 'revokedAt'>[] | undefined;
}): FirstStep[] => [
  { step: 'PRODUCTS', screen: 'imports', isDone: found.hasProducts },
  { step: 'FUNNEL', screen: 'funnels', isDone: found.funnels.length > 0 },
  { step: 'PUBLISH', screen: 'funnels', isDone: found.funnels.some(({ published }) => published !== null) },
  { step: 'DOMAIN', screen: 'settings/company', isDone: found.domains.length > 0 },
  ...(found.keys
    ? [
        {
          step: 'KEY',
          screen: 'settings/developer',
          isDone: found.keys.some(({ revokedAt }) => revokedAt === null),
        } satisfies FirstStep,
      ]
    : []),
];
