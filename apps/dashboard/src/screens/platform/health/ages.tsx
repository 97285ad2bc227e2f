import { Text } from '@mantine/core';
import { useI18n } from '../../../i18n/i18n.js';
import { Rows } from '../../../shared/rows.js';
import { Section } from '../../../shared/section.js';
import { formatAge } from './format-age.js';
import { type ServiceState, toAgeText } from './state.js';

/** How old is what services know of each other, the oldest first. docs/dashboard.md Y19.5. */
export function Ages({ services }: { services: ServiceState[] }) {
  const { t, locale } = useI18n();
  const ages = services
    .flatMap(({ name, ages }) => ages.map((age) => ({ service: name, ...age })))
    .sort((a, b) => b.seconds - a.seconds);
  const toText = (name: string) => {
    const text = toAgeText(name);
    return text ? t(text) : name;
  };
  return (
    <Section title={t('health.ages')} text={t('health.ages.text')}>
      {ages.length === 0 ? (
        <Text>{t('health.ages.none')}</Text>
      ) : (
        <Rows
          caption={t('health.ages')}
          items={ages}
          toKey={({ service, name }) => `${service} ${name}`}
          columns={[
            { title: t('health.service'), cell: ({ service }) => service },
            { title: t('health.age.of'), cell: ({ name }) => toText(name) },
            { title: t('health.age'), isNumber: true, cell: ({ seconds }) => formatAge(locale, seconds) },
          ]}
        />
      )}
    </Section>
  );
}
