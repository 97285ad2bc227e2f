import { Text } from '@mantine/core';
import type { ImportFailureCode } from '@svc/domain';
import type { TextKey } from '../../i18n/areas.js';
import { useI18n } from '../../i18n/i18n.js';
import type { Run } from './run-state.js';

/** Each code of a failed run as a sentence. docs/catalog.md "Why an import failed". */
const SENTENCES: Readonly<Record<ImportFailureCode, TextKey>> = {
  FILE_TOO_LARGE: 'import.why.file-too-large',
  TOO_MANY_ROWS: 'import.why.too-many-rows',
  TOO_MANY_COLUMNS: 'import.why.too-many-columns',
  COLUMN_TWICE: 'import.why.column-twice',
  COLUMNS_MISSING: 'import.why.columns-missing',
  MAPPING_COLUMN_MISSING: 'import.why.mapping-column-missing',
  ENCODING: 'import.why.encoding',
  QUOTE_OPEN: 'import.why.quote-open',
  ROW_TOO_LONG: 'import.why.row-too-long',
  ROWS_REJECTED: 'import.why.rows-rejected',
  SERVER_STATUS: 'import.why.server-status',
  NOT_FETCHED: 'import.why.not-fetched',
  COMPRESSION: 'import.why.compression',
  DAMAGED: 'import.why.damaged',
  SHOP_FILE: 'import.why.shop-file',
  STOPPED: 'import.why.stopped',
  INTERRUPTED: 'import.why.interrupted',
  ABANDONED: 'import.why.abandoned',
  DISK_FULL: 'import.why.disk-full',
  TIMEOUT: 'import.why.timeout',
  CATALOG_CHANGED: 'import.why.catalog-changed',
  SUPERSEDED: 'import.why.superseded',
  DISCARDED: 'import.why.discarded',
  EXPIRED: 'import.why.expired',
  INTERNAL: 'import.why.internal',
};

/** Codes that only name what failed; the service says more in English. */
const WITH_REASON = new Set<ImportFailureCode>(['NOT_FETCHED', 'SHOP_FILE']);

/** Why a run failed, in the user's language. A run without a code has the service's own reason, in English. */
export function WhyFailed({ run: { failure, reason } }: { run: Run }) {
  const { t } = useI18n();
  const sentence = failure && SENTENCES[failure.code];
  if (!sentence) return <span lang="en">{reason}</span>;
  return (
    <>
      {t(sentence, failure.values)}
      {WITH_REASON.has(failure.code) && (
        <Text size="sm" lang="en" className="wrap-anywhere">
          {reason}
        </Text>
      )}
    </>
  );
}
