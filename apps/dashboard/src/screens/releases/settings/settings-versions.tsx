import { Anchor, Badge, Stack } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import type { Schemas } from '../../../api/client.js';
import { useCompany } from '../../../app/company.js';
import { useI18n } from '../../../i18n/i18n.js';
import { Loaded } from '../../../shared/notices/loaded.js';
import { Notice } from '../../../shared/notices/notice.js';
import { PageTitle } from '../../../shared/page-title.js';
import { Rows } from '../../../shared/rows.js';
import { describePart } from '../describe-part.js';
import { useSettingsVersions } from '../queries.js';
import type { Target } from '../release-address.js';
import { SettingsRollback } from './settings-rollback.js';

type Version = Schemas['SettingsVersion'];

/** Versions of tagging, sets and matching settings. docs/releases.md "Rollback". */
export function SettingsVersions() {
  const { t } = useI18n();
  const company = useCompany();
  const versions = useSettingsVersions(company.handle);
  const { version }: Target = useSearch({ strict: false });
  return (
    <Stack gap="lg">
      <PageTitle title={t('settings-versions.title')} text={t('settings-versions.text')} />
      <Loaded query={versions}>
        {(items) => {
          const present = items.find(({ inForce }) => inForce);
          if (items.length === 0 || !present) {
            return <Notice title={t('settings-versions.empty')} text={t('settings-versions.empty.text')} />;
          }
          const target = Number(version);
          return (
            <>
              {version !== undefined && target !== present.version && (
                <SettingsRollback key={target} present={present.version} target={target} />
              )}
              <VersionRows items={items} more={versions} />
            </>
          );
        }}
      </Loaded>
    </Stack>
  );
}

function VersionRows({
  items,
  more,
}: {
  items: readonly Version[];
  more: Parameters<typeof Rows>[0]['more'] & object;
}) {
  const i18n = useI18n();
  const { t, time, list } = i18n;
  const { handle } = useCompany();
  return (
    <Rows
      caption={t('settings-versions.title')}
      items={items}
      toKey={({ version }) => String(version)}
      more={more}
      columns={[
        { title: t('settings-versions.number'), cell: ({ version }) => String(version) },
        { title: t('settings-versions.created'), cell: ({ createdAt }) => time(createdAt) },
        {
          title: t('settings-versions.changed'),
          cell: ({ changed }) =>
            changed.length === 0
              ? t('settings-versions.changed.unknown')
              : list(changed.map((part) => describePart(part, i18n))),
        },
        {
          title: t('list.actions'),
          cell: ({ version, inForce }) =>
            inForce ? (
              <Badge color="green" variant="dot">
                {t('settings-versions.in-force')}
              </Badge>
            ) : (
              <Anchor
                aria-label={t('settings-versions.back.named', { number: String(version) })}
                renderRoot={(root) => (
                  <Link
                    {...root}
                    to={`/c/${handle}/settings/versions`}
                    search={{ version: String(version) } as never}
                  />
                )}
              >
                {t('settings-versions.back.action')}
              </Anchor>
            ),
        },
      ]}
    />
  );
}
