import { Anchor, Badge, Group, List, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/client.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Rows } from '../../shared/rows.js';
import { useImportChanges, useImportFunnels } from './queries.js';
import { isHeld, type Run } from './run-state.js';

type Changes = Schemas['ImportChanges'];

const FIELDS: Record<string, `field.${string}` & keyof typeof import('../../i18n/en/imports.js').texts> = {
  price: 'field.price',
  compareAtPrice: 'field.compare-at-price',
  currency: 'field.currency',
  available: 'field.available',
  imageUrl: 'field.image',
  name: 'field.name',
  url: 'field.url',
  color: 'field.color',
  shortDescription: 'field.short-description',
  packageSize: 'field.package-size',
  unitPriceMeasurement: 'field.unit-price',
  productId: 'field.product',
  tags: 'field.tags',
  vendor: 'field.vendor',
  line: 'field.line',
};

/** What a run changes, field by field, and what goes. docs/catalog.md "What an import changes". */
export function RunChanges({ run }: { run: Run }) {
  const { t } = useI18n();
  const changes = useImportChanges(useCompany().handle, run.id);
  return (
    <Loaded query={changes}>
      {(found) => (
        <Stack gap="lg">
          {found.changes.length + found.removed.length === 0 && <Text c="dimmed">{t('import.changes.none')}</Text>}
          <Removed removed={found.removed} run={run} />
          <ChangedFields changes={found} />
        </Stack>
      )}
    </Loaded>
  );
}

function Removed({ removed, run }: { removed: Changes['removed']; run: Run }) {
  const { t, count } = useI18n();
  if (removed.length === 0) return null;
  const further = run.removed - removed.length;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {count(isHeld(run) ? 'import.changes.goes' : 'import.changes.gone', run.removed)}
      </Title>
      {isHeld(run) && <LosingFunnels importId={run.id} />}
      <details>
        <summary>{t('import.changes.removed')}</summary>
        <List size="sm" mt="xs">
          {removed.map(({ id, name, productName }) => (
            <List.Item key={id} className="wrap-anywhere">
              {t('import.changes.variant', { name, product: productName, id })}
            </List.Item>
          ))}
          {further > 0 && <List.Item>{count('list.further', further)}</List.Item>}
        </List>
      </details>
    </Stack>
  );
}

/** Funnels whose shoppers would see less. Fails by itself, without the list of what goes. */
function LosingFunnels({ importId }: { importId: string }) {
  const { t, number } = useI18n();
  const { handle } = useCompany();
  const funnels = useImportFunnels(handle, importId);
  return (
    <Loaded query={funnels}>
      {({ data }) =>
        data.length === 0 ? (
          <Text size="sm">{t('import.changes.no-funnel')}</Text>
        ) : (
          <Rows
            caption={t('import.changes.funnels')}
            items={data}
            toKey={({ subdomain }) => subdomain}
            columns={[
              {
                title: t('import.changes.funnels'),
                cell: ({ subdomain, name }) => (
                  <Anchor component={Link} to={`/c/${handle}/funnels/${subdomain}`}>
                    {name}
                  </Anchor>
                ),
              },
              { title: t('import.changes.now'), isNumber: true, cell: ({ variants }) => number(variants) },
              { title: t('import.changes.left'), isNumber: true, cell: (it) => number(it.variants - it.removed) },
            ]}
          />
        )
      }
    </Loaded>
  );
}

function ChangedFields({ changes: { fields, changes } }: { changes: Changes }) {
  const { t, list, number } = useI18n();
  if (changes.length === 0) return null;
  const toField = (kind: string, field: string) => {
    const key = FIELDS[field];
    const name = key ? t(key) : field;
    return kind === 'product' ? t('import.changes.of-product', { field: name }) : name;
  };
  const total = fields.reduce((sum, { count }) => sum + count, 0);
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('import.changes.fields')}
      </Title>
      <Text size="sm">
        {t('import.changes.by-field', {
          fields: list(fields.map(({ kind, field, count }) => `${toField(kind, field)} (${number(count)})`)),
        })}
      </Text>
      {changes.length < total && (
        <Text size="sm">{t('import.changes.sample', { shown: number(changes.length), total: number(total) })}</Text>
      )}
      <Rows
        caption={t('import.changes.fields')}
        items={changes}
        toKey={({ kind, id, field }) => `${kind} ${id} ${field}`}
        columns={[
          { title: t('import.changes.what'), cell: ({ name }) => name },
          {
            title: t('import.changes.field'),
            cell: ({ kind, field, concern }) => (
              <Group gap="xs">
                {toField(kind, field)}
                {concern && (
                  <Badge color="orange" variant="dot">
                    {t(concern === 'PRICE' ? 'import.changes.concern.price' : 'import.changes.concern.image')}
                  </Badge>
                )}
              </Group>
            ),
          },
          { title: t('import.changes.before'), cell: ({ before, field }) => <Value value={before} field={field} /> },
          { title: t('import.changes.after'), cell: ({ after, field }) => <Value value={after} field={field} /> },
        ]}
      />
    </Stack>
  );
}

function Value({ value, field }: { value: string | null; field: string }) {
  const { t } = useI18n();
  if (value === null)
    return (
      <Text span c="dimmed">
        {t('import.changes.empty')}
      </Text>
    );
  if (field === 'available') return t(value === 'true' ? 'import.changes.available' : 'import.changes.unavailable');
  return <span className="wrap-anywhere">{value}</span>;
}
