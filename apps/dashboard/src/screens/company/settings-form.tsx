import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import { Saved } from '../../shared/notices/saved.js';
import { Warnings } from '../../shared/notices/warnings.js';
import { useWarningBeforeUnload } from '../../shared/unsaved/use-warning-before-unload.js';
import type { SettingsFormState } from './use-settings-form.js';

/** Fields of settings, what another user changed meanwhile, and the button that saves. */
export function SettingsForm<F extends string>(
  props: PropsWithChildren<{ form: SettingsFormState<F>; mayWrite: boolean }>,
) {
  const { t } = useI18n();
  const company = useCompany();
  const { labels, describe, current, values, conflicts, change, isChanged, save, keepMine, takeTheirs } = props.form;
  const { error, isSaved } = props.form;
  useWarningBeforeUnload(isChanged);
  return (
    <form onSubmit={save}>
      <Stack gap="sm">
        {props.children}
        {conflicts.map((name) => (
          <Alert key={name} color="yellow" role="alert" title={t('company.conflict', { field: t(labels[name]) })}>
            <Text size="sm" className="wrap-anywhere">
              {t('company.conflict.text', {
                theirs: describe(name, current[name]),
                mine: describe(name, values[name]),
              })}
            </Text>
            <Group mt="xs">
              <Button size="xs" variant="default" onClick={() => takeTheirs(name)}>
                {t('company.take-theirs')}
              </Button>
              <Button size="xs" variant="default" onClick={() => keepMine(name)}>
                {t('company.keep-mine')}
              </Button>
              {company.can('audit.read') && (
                // In a new tab, since what was typed here is not saved.
                <Anchor size="sm" href={`/c/${company.handle}/settings/audit`} target="_blank">
                  {t('company.conflict.who')}
                </Anchor>
              )}
            </Group>
          </Alert>
        ))}
        <ErrorNotice error={error} />
        <Warnings warnings={change.data} />
        {props.mayWrite && (
          <Group>
            <Button type="submit" loading={change.isPending} disabled={!isChanged || conflicts.length > 0} data-saves>
              {t('save.action')}
            </Button>
            <Saved isVisible={isSaved} />
          </Group>
        )}
      </Stack>
    </form>
  );
}
