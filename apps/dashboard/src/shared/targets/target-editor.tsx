import { SimpleGrid, Stack, Text } from '@mantine/core';
import { MAX_TAGS, MAX_TARGET_IDS, tagProblem } from '@svc/domain';
import { useI18n } from '../../i18n/i18n.js';
import type { Catalog, Target } from './catalog.js';
import { PickList } from './pick-list.js';

/** Products by their tags or one by one, and variants where the target has such. docs/matching.md M3.4. */
export function TargetEditor<T extends Target>(props: {
  target: T;
  catalog: Catalog;
  onChange(target: T): void;
  /** A number of variants below the lists. */
  withCount?: boolean;
}) {
  const { t, count } = useI18n();
  const { target, catalog, onChange } = props;
  const refuse = (isKnown: (id: string) => boolean) => (id: string) =>
    catalog.isComplete && !isKnown(id) ? t('target.unknown', { id }) : null;
  const variantIds = target.variantIds;
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, md: variantIds ? 3 : 2 }}>
        <PickList
          label={t('target.tags')}
          values={target.tags}
          max={MAX_TAGS}
          choices={catalog.listTags()}
          toName={(tag) => tag}
          // A tag may come with the next import.
          refuse={(tag) => (tagProblem(tag) === null ? null : t('target.tag.invalid'))}
          onChange={(tags) => onChange({ ...target, tags })}
        />
        <PickList
          label={t('target.products')}
          values={target.productIds}
          max={MAX_TARGET_IDS}
          choices={catalog.listProducts()}
          toName={catalog.getProductName}
          refuse={refuse(catalog.hasProduct)}
          onChange={(productIds) => onChange({ ...target, productIds })}
        />
        {variantIds && (
          <PickList
            label={t('target.variants')}
            values={variantIds}
            max={MAX_TARGET_IDS}
            choices={catalog.listVariants()}
            toName={catalog.getVariantName}
            refuse={refuse(catalog.hasVariant)}
            onChange={(ids) => onChange({ ...target, variantIds: ids })}
          />
        )}
      </SimpleGrid>
      {props.withCount !== false && catalog.isComplete && (
        <Text size="sm" c="dimmed">
          {count('target.count', catalog.listTargets(target).length)}
        </Text>
      )}
    </Stack>
  );
}
