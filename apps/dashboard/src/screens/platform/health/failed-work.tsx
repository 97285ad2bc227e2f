import { Text } from '@mantine/core';
import { useI18n } from '../../../i18n/i18n.js';
import { Rows } from '../../../shared/rows.js';
import { Section } from '../../../shared/section.js';
import { type ServiceState, toFailedText } from './state.js';

/** Work of all companies that failed and is not repeated by itself. docs/dashboard.md Y19.5. */
export function FailedWork({ services }: { services: ServiceState[] }) {
  const { t, time, list } = useI18n();
  const failed = services.flatMap(({ name, failedWork }) =>
    (failedWork ?? []).filter(({ count }) => count > 0).map((work) => ({ service: name, ...work })),
  );
  const uncounted = services.filter(({ failedWork }) => failedWork === null).map(({ name }) => name);
  const toText = (kind: string) => {
    const text = toFailedText(kind);
    return text ? t(text) : kind;
  };
  return (
    <Section title={t('health.failed')} text={t('health.failed.text')}>
      {uncounted.length > 0 && <Text>{t('health.failed.unknown', { services: list(uncounted) })}</Text>}
      {failed.length === 0 && uncounted.length < services.length && <Text>{t('health.failed.none')}</Text>}
      {failed.length > 0 && (
        <Rows
          caption={t('health.failed')}
          items={failed}
          toKey={({ service, kind }) => `${service} ${kind}`}
          columns={[
            { title: t('health.failed.what'), cell: ({ kind }) => toText(kind) },
            { title: t('health.service'), cell: ({ service }) => service },
            { title: t('health.failed.count'), isNumber: true, cell: ({ count }) => count },
            { title: t('health.failed.newest'), cell: ({ newestAt }) => time(newestAt) },
          ]}
        />
      )}
    </Section>
  );
}
