import { Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ClipboardEvent, type DragEvent, lazy, Suspense, useState } from 'react';
import { useChange } from '../../../api/queries.js';
import { useCompany } from '../../../app/company.js';
import { useI18n } from '../../../i18n/i18n.js';
import { ErrorNotice } from '../../../shared/notices/error-notice.js';
import { preparePicture } from './prepare-picture.js';
import { picturesKey, uploadPicture } from './queries.js';

const PictureDialog = lazy(async () => ({ default: (await import('./picture-dialog.js')).PictureDialog }));

interface Props {
  /** Empty: the option has no picture. */
  url: string;
  /** Caption of the option, which is the alternative text. */
  caption: string;
  isReadOnly: boolean;
  /** @param mark - of the change in the history; empty: a step of its own. */
  onPicture: (url: string, mark: string) => void;
  say: (text: string) => void;
}

interface Upload {
  file: File;
  /** Gives the picture to the option that it was chosen for, also where that is not shown any more. */
  place: Props['onPicture'];
}

/** The picture of an option: uploaded, one of the company's, or on another host. docs/dashboard.md Y31. */
export function PictureField({ url, caption, isReadOnly, onPicture, say }: Props) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const [isChoosing, setChoosing] = useState(false);
  const [isOver, setOver] = useState(false);
  const [isUnreadable, setUnreadable] = useState(false);
  const upload = useChange({
    run: async ({ file }: Upload) => {
      const picture = await preparePicture(file);
      setUnreadable(!picture);
      return picture && (await uploadPicture(handle, picture));
    },
    changes: picturesKey(handle),
    onDone: (stored, { place }) => {
      if (!stored) return;
      place(stored.url, '');
      say(t('picture.uploaded'));
    },
  });
  const send = (file: File | null | undefined) => {
    if (!file || isReadOnly || upload.isPending) return;
    setUnreadable(false);
    upload.mutate({ file, place: onPicture });
  };
  const paste = (event: ClipboardEvent) => {
    const [file] = event.clipboardData.files;
    if (!file) return;
    event.preventDefault();
    send(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    send(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button next to it does the same.
    <div
      className="picture-field"
      data-over={isOver || undefined}
      onPaste={paste}
      onDrop={drop}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!isReadOnly);
      }}
      onDragLeave={() => setOver(false)}
    >
      {/^https?:/i.test(url) && (
        <img key={url} src={url} alt="" width={96} height={96} referrerPolicy="no-referrer" className="picture" />
      )}
      <Stack gap="xs" className="grow">
        <TextInput
          size="sm"
          type="url"
          label={t('picture.address')}
          description={t('picture.text')}
          placeholder="https://"
          value={url}
          onChange={({ currentTarget }) => onPicture(currentTarget.value, 'image')}
        />
        {url !== '' && (
          <Text size="sm" c={caption === '' ? 'var(--mantine-color-error)' : 'dimmed'}>
            {caption === '' ? t('picture.no-caption') : t('picture.caption', { caption })}
          </Text>
        )}
        {!isReadOnly && (
          <Group gap="xs">
            <FileButton onChange={send} accept="image/png,image/jpeg,image/webp,image/avif">
              {(button) => (
                <Button {...button} size="compact-sm" variant="default" loading={upload.isPending}>
                  {t('picture.upload')}
                </Button>
              )}
            </FileButton>
            <Button size="compact-sm" variant="default" onClick={() => setChoosing(true)}>
              {t('picture.choose')}
            </Button>
            {url !== '' && (
              <Button size="compact-sm" variant="default" onClick={() => onPicture('', '')}>
                {t('picture.remove')}
              </Button>
            )}
          </Group>
        )}
        {isUnreadable && (
          <Text size="sm" role="alert" c="var(--mantine-color-error)">
            {t('picture.unreadable')}
          </Text>
        )}
        <ErrorNotice error={upload.error} />
      </Stack>
      {isChoosing && (
        <Suspense>
          <PictureDialog
            onClose={() => setChoosing(false)}
            onChoose={(chosen) => {
              setChoosing(false);
              onPicture(chosen, '');
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
