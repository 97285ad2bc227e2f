import { Badge, Group, Stack, Text } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
import { useI18n } from '../../i18n/i18n.js';
import { Picture } from '../picture.js';
import type { Catalog } from './catalog.js';

type ExplainedSet = Schemas['ExplainedSet'];

/** What the sets of an explained variant are made of, with pictures and names: first what suits, then what is missing. docs/dashboard.md Y24.4. */
export function ExplainedSets({ sets, catalog }: { sets: readonly ExplainedSet[]; catalog: Catalog }) {
  const { t } = useI18n();
  return sets
    .filter(({ members, missing }) => members.length + missing.length > 0)
    .map(({ key, members, missing }) => (
      <Stack key={key} gap={4}>
        <Text size="sm" fw={600} className="wrap-anywhere">
          {t('target.set', { key })}
        </Text>
        <Stack component="ul" gap={4} className="plain-list" aria-label={t('target.set', { key })}>
          {[...members.map((id) => ({ id, suits: true })), ...missing.map((id) => ({ id, suits: false }))].map(
            ({ id, suits }) => (
              <Group key={id} component="li" gap="xs" wrap="nowrap">
                <VariantPicture url={catalog.getImage(id)} />
                <Text size="sm" className="wrap-anywhere">
                  {catalog.getVariantName(id)}
                </Text>
                <Badge variant="light" color={suits ? 'green' : 'gray'} miw="max-content">
                  {t(suits ? 'target.set.suits' : 'target.set.missing')}
                </Badge>
              </Group>
            ),
          )}
        </Stack>
      </Stack>
    ));
}

const VariantPicture = ({ url }: { url: string | undefined }) => url !== undefined && <Picture url={url} size={40} />;
