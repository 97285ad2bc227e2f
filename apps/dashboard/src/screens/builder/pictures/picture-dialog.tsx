import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../../api/queries.js';
import { useCompany } from '../../../app/company.js';
import { useI18n } from '../../../i18n/i18n.js';
import { Dialog } from '../../../shared/dialogs/dialog.js';
import { ErrorNotice } from '../../../shared/notices/error-notice.js';
import { Loaded } from '../../../shared/notices/loaded.js';
import { deletePicture, picturesKey, type StoredPicture, usePictures } from './queries.js';

/** The pictures of the company, one of which is chosen; those that nothing shows can be deleted. */
export function PictureDialog({ onChoose, onClose }: { onChoose: (url: string) => void; onClose: () => void }) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const pictures = usePictures(handle);
  return (
    <Dialog title={t('picture.dialog')} size="lg" onClose={onClose}>
      <Loaded query={pictures}>
        {(items) =>
          items.length === 0 ? (
            <Text>{t('picture.empty')}</Text>
          ) : (
            <Stack>
              <SimpleGrid component="ul" cols={{ base: 2, sm: 3 }} spacing="md" className="plain-list">
                {items.map((picture) => (
                  <Stack key={picture.hash} component="li" gap="xs">
                    <PictureItem picture={picture} onChoose={onChoose} />
                  </Stack>
                ))}
              </SimpleGrid>
              {pictures.hasNextPage && (
                <Group justify="center">
                  <Button
                    variant="default"
                    loading={pictures.isFetchingNextPage}
                    onClick={() => pictures.fetchNextPage()}
                  >
                    {t('list.more')}
                  </Button>
                </Group>
              )}
            </Stack>
          )
        }
      </Loaded>
    </Dialog>
  );
}

function PictureItem({ picture, onChoose }: { picture: StoredPicture; onChoose: (url: string) => void }) {
  const { t, time, list } = useI18n();
  const { handle } = useCompany();
  const [isAsking, setAsking] = useState(false);
  const remove = useChange({
    run: () => deletePicture(handle, picture.hash),
    changes: picturesKey(handle),
  });
  const { url, width, height, uses, logo } = picture;
  const name = t('picture.name', { time: time(picture.createdAt), width, height });
  const places = [...uses.map(({ subdomain }) => subdomain), ...(logo ? [t('picture.logo')] : [])];
  return (
    <>
      <button
        type="button"
        className="picture-choice"
        aria-label={t('picture.use', { name })}
        onClick={() => onChoose(url)}
      >
        <img src={url} alt="" width={160} height={120} loading="lazy" className="picture" />
      </button>
      <Text size="xs">{name}</Text>
      <Text size="xs" c="dimmed" className="wrap-anywhere">
        {places.length > 0 ? t('picture.used', { places: list(places) }) : t('picture.unused')}
      </Text>
      {places.length === 0 &&
        (isAsking ? (
          <Stack gap={4}>
            <Text size="xs">{t('picture.delete.text')}</Text>
            <Group gap="xs">
              <Button size="compact-xs" color="red" loading={remove.isPending} onClick={() => remove.mutate(undefined)}>
                {t('picture.delete.confirm')}
              </Button>
              <Button size="compact-xs" variant="default" onClick={() => setAsking(false)}>
                {t('dialog.cancel')}
              </Button>
            </Group>
          </Stack>
        ) : (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('picture.delete.name', { name })}
            onClick={() => setAsking(true)}
          >
            {t('picture.delete')}
          </Button>
        ))}
      <ErrorNotice error={remove.error} />
    </>
  );
}
