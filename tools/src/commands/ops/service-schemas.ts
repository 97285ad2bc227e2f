import { ANALYSIS_SCHEMA } from '@svc/analysis-svc/config';
import { CATALOG_SCHEMA, CATALOG_SEALED } from '@svc/catalog-sync/config';
import { CHAT_SCHEMA } from '@svc/chat-svc/config';
import { FUNNEL_SCHEMA } from '@svc/funnel-svc/config';
import { IDENTITY_SCHEMA, IDENTITY_SEALED } from '@svc/identity-svc/config';
import { INSIGHT_SCHEMA } from '@svc/insight-svc/config';
import type { SealedColumn, ServiceSchema } from '@svc/kit';
import { MATCHER_SCHEMA } from '@svc/matcher-svc/config';
import type { SchemaName } from './schema-names.js';

/** The schemas of all services with the migrations of this release. */
export const SERVICE_SCHEMAS: Readonly<Record<SchemaName, ServiceSchema>> = {
  funnel: FUNNEL_SCHEMA,
  analysis: ANALYSIS_SCHEMA,
  matcher: MATCHER_SCHEMA,
  catalog: CATALOG_SCHEMA,
  identity: IDENTITY_SCHEMA,
  insight: INSIGHT_SCHEMA,
  chat: CHAT_SCHEMA,
};

/** What services encrypt at rest. */
export const SEALED_COLUMNS = { identity: IDENTITY_SEALED, catalog: CATALOG_SEALED } as const satisfies Partial<
  Record<SchemaName, SealedColumn>
>;
