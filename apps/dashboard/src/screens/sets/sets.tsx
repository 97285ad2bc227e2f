import { Stack } from '@mantine/core';
import type { ProductSet } from '@svc/domain';
import { useQuery } from '@tanstack/react-query';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { useStoredDraft } from '../../shared/drafts/use-part-draft.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { PageTitle } from '../../shared/page-title.js';
import { ProductNavigation } from '../products/product-navigation.js';
import { setsQuery } from './queries.js';
import { SetEditor } from './set-editor.js';

/** Fixed and dynamic sets of the company. docs/dashboard.md Y33. */
export function Sets() {
  const { t } = useI18n();
  const { handle } = useCompany();
  const sets = useQuery(setsQuery(handle));
  const { store, stored } = useStoredDraft<ProductSet[]>('sets');
  return (
    <Stack gap="lg">
      <PageTitle title={t('sets.title')} text={t('sets.text')} />
      <ProductNavigation />
      <Loaded query={sets}>
        {(newest) => (
          <Loaded query={stored}>
            {(draft) => <SetEditor key={handle} newest={newest} stored={draft} store={store} />}
          </Loaded>
        )}
      </Loaded>
    </Stack>
  );
}
