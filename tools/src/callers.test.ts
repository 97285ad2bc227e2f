import { ANALYSIS_ENV } from '@svc/analysis-svc/app';
import { CATALOG_ENV } from '@svc/catalog-sync/app';
import { CHAT_ENV } from '@svc/chat-svc/app';
import { FUNNEL_ENV } from '@svc/funnel-svc/app';
import { GATEWAY_ENV } from '@svc/gateway/app';
import { IDENTITY_ENV } from '@svc/identity-svc/app';
import { INSIGHT_ENV } from '@svc/insight-svc/app';
import { type EnvSpec, GRPC_CALLERS, type ServiceName } from '@svc/kit';
import { MATCHER_ENV } from '@svc/matcher-svc/app';
import { expect, it } from 'vitest';

const PROGRAMS: Record<string, EnvSpec> = {
  gateway: GATEWAY_ENV,
  'funnel-svc': FUNNEL_ENV,
  'analysis-svc': ANALYSIS_ENV,
  'matcher-svc': MATCHER_ENV,
  'catalog-sync': CATALOG_ENV,
  'identity-svc': IDENTITY_ENV,
  'insight-svc': INSIGHT_ENV,
  'chat-svc': CHAT_ENV,
};
const ADDRESSES: Record<ServiceName, string> = {
  'funnel-svc': 'FUNNEL_ADDR',
  'analysis-svc': 'ANALYSIS_ADDR',
  'matcher-svc': 'MATCHER_ADDR',
  'catalog-sync': 'CATALOG_ADDR',
  'identity-svc': 'IDENTITY_ADDR',
  'insight-svc': 'INSIGHT_ADDR',
  'chat-svc': 'CHAT_ADDR',
};

// docs/operations.md "TLS between services".
it.each(Object.entries(ADDRESSES))(
  '%s lists as callers exactly the programs that have its address',
  (name, address) => {
    const callers = Object.entries(PROGRAMS).flatMap(([program, env]) => (address in env ? [program] : []));
    expect([...GRPC_CALLERS[name as ServiceName]].sort()).toEqual(callers.sort());
  },
);

it('every program has the variables of TLS', () => {
  for (const env of Object.values(PROGRAMS)) expect(Object.keys(env)).toContain('GRPC_TLS');
});
