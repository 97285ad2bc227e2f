import { Anchor, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useI18n } from '../i18n/i18n.js';
import { PageTitle } from '../shared/page-title.js';

/** The same for what does not exist and for what is another company's. */
export function NotFound() {
  const { t } = useI18n();
  return (
    <Stack gap="lg" p="md">
      <PageTitle title={t('state.not-found')} text={t('state.not-found.text')} />
      <Anchor component={Link} to="/companies">
        {t('companies.title')}
      </Anchor>
    </Stack>
  );
}
