import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, load } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Facts } from '../../shared/facts.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Notice } from '../../shared/notices/notice.js';
import { Section } from '../../shared/section.js';
import { isSameMapping, type Mapping, toColumns, toMapping } from './mapping.js';
import { type EditedMapping, MappingEditor } from './mapping-editor.js';
import { catalogKey, mappingKey, useMapping } from './queries.js';

/** How the columns of every file of the company are read. docs/catalog.md "Other formats". */
export function MappingSection() {
  const { t } = useI18n();
  const company = useCompany();
  const mapping = useMapping(company.handle);
  return (
    <Section title={t('mapping.title')} text={t('mapping.use')}>
      <Loaded query={mapping}>
        {(found) => (company.can('catalog.import') ? <MappingForm saved={found} /> : <MappingFacts mapping={found} />)}
      </Loaded>
    </Section>
  );
}

function MappingFacts({ mapping }: { mapping: Mapping }) {
  const { t } = useI18n();
  const columns = Object.entries(mapping.columns);
  if (columns.length === 0) return <Notice title={t('mapping.empty')} />;
  return <Facts facts={columns.map(([label, value]) => ({ label, value }))} />;
}

function MappingForm({ saved }: { saved: Mapping }) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const queries = useQueryClient();
  const [edited, setEdited] = useState<EditedMapping>();
  const shown = edited ?? { format: saved.format ?? 'auto', columns: toColumns(saved) };
  const mapping = toMapping(shown.format, shown.columns);
  const params = { path: { handle } };
  const save = useChange({
    run: async (body: Mapping) => {
      const isNone = Object.keys(body.columns).length === 0 && body.format === 'auto';
      if (isNone) await load(api.DELETE('/api/admin/v1/companies/{handle}/catalog/mapping', { params }));
      else await load(api.PUT('/api/admin/v1/companies/{handle}/catalog/mapping', { params, body }));
    },
    changes: catalogKey(handle),
    onDone: (_, sent) => {
      queries.setQueryData(mappingKey(handle), sent);
      // What was changed while the save ran is not saved yet.
      setEdited((last) => (last && isSameMapping(toMapping(last.format, last.columns), sent) ? undefined : last));
    },
  });
  return (
    <>
      <MappingEditor value={shown} onChange={setEdited} />
      <ErrorNotice error={save.error} />
      <Group>
        <Button
          data-saves
          onClick={() => save.mutate(mapping)}
          loading={save.isPending}
          disabled={isSameMapping(mapping, saved)}
        >
          {t('save.action')}
        </Button>
        <Text size="sm" role="status">
          {isSameMapping(mapping, saved) ? '' : t('mapping.unsaved')}
        </Text>
      </Group>
    </>
  );
}
