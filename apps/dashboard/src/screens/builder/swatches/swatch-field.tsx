import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { isHexColor } from '@svc/domain';
import { type PropsWithChildren, useEffect, useState } from 'react';
import { useCompany } from '../../../app/company.js';
import { useI18n } from '../../../i18n/i18n.js';
import { useCatalog } from '../../../shared/targets/use-catalog.js';
import { Swatch } from '../../products/product-parts.js';
import { listShades } from './list-shades.js';
import { PictureShade } from './picture-shade.js';

/** Colors of the catalog that are offered: a longer palette is not looked through. */
const MAX_SHADES = 60;

interface EyeDropper {
  open(): Promise<{ sRGBHex: string }>;
}
/** Only some browsers have it. */
const { EyeDropper } = globalThis as { EyeDropper?: new () => EyeDropper };

interface Props {
  /** Chosen by the merchant; empty: none. */
  color: string;
  /** Of a built-in option, where none is chosen. */
  builtIn: string | undefined;
  /** A picture of the question is shown in its place. */
  isHidden: boolean;
  isReadOnly: boolean;
  /** @param color - `#rrggbb`, or empty. @param mark - of the change in the history; empty: a step of its own. */
  onColor: (color: string, mark: string) => void;
}

/** The color of an option: typed, picked, taken from the screen, from a shade of the catalog or from a picture of a product. docs/dashboard.md Y32. */
export function SwatchField({ color, builtIn, isHidden, isReadOnly, onColor }: Props) {
  const { t } = useI18n();
  const [typed, setTyped] = useState(color);
  useEffect(() => setTyped(color), [color]);
  const isWrong = typed !== '' && !isHexColor(typed);
  const shown = color || builtIn;
  const change = (text: string) => {
    setTyped(text);
    if (text === '' || isHexColor(text)) onColor(text.toLowerCase(), 'color');
  };
  const pick = async () => {
    if (!EyeDropper) return;
    // Closed without a color.
    const picked = await new EyeDropper().open().catch(() => undefined);
    if (picked) onColor(picked.sRGBHex.toLowerCase(), '');
  };
  return (
    <Stack gap="xs">
      <Group gap="xs" align="flex-end">
        <TextInput
          size="sm"
          className="swatch-text"
          label={t('swatch.color')}
          description={t(isHidden ? 'swatch.hidden' : 'swatch.text')}
          placeholder={builtIn ?? '#c98f5a'}
          maxLength={7}
          value={typed}
          error={isWrong ? t('swatch.wrong') : undefined}
          leftSection={shown === undefined ? undefined : <Swatch color={shown} />}
          onChange={({ currentTarget }) => change(currentTarget.value.trim())}
        />
        {!isReadOnly && (
          <>
            <input
              type="color"
              className="color-input"
              aria-label={t('swatch.choose')}
              value={shown ?? '#ffffff'}
              onChange={({ currentTarget }) => onColor(currentTarget.value, 'color')}
            />
            {EyeDropper && (
              <Button size="compact-sm" variant="default" onClick={() => void pick()}>
                {t('swatch.screen')}
              </Button>
            )}
            {color !== '' && (
              <Button size="compact-sm" variant="default" onClick={() => onColor('', '')}>
                {t('swatch.remove')}
              </Button>
            )}
          </>
        )}
      </Group>
      {!isReadOnly && (
        <>
          <Unfolded title={t('swatch.palette')}>
            <Shades onChoose={(chosen) => onColor(chosen, '')} />
          </Unfolded>
          <Unfolded title={t('swatch.picture')}>
            <PictureShade onChoose={(chosen) => onColor(chosen, '')} />
          </Unfolded>
        </>
      )}
    </Stack>
  );
}

/** Loaded when it is wanted. */
function Unfolded({ title, children }: PropsWithChildren<{ title: string }>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Text size="sm" component="span">
          {title}
        </Text>
      </summary>
      {isOpen && children}
    </details>
  );
}

function Shades({ onChoose }: { onChoose: (color: string) => void }) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const shades = listShades(useCatalog(handle), MAX_SHADES);
  if (shades.length === 0) return <Text size="sm">{t('swatch.palette.none')}</Text>;
  return (
    <ul className="shades">
      {shades.map(({ color, name }) => (
        <li key={color}>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Swatch color={color} />}
            aria-label={t('swatch.use', { name, color })}
            onClick={() => onChoose(color)}
          >
            {name}
          </Button>
        </li>
      ))}
    </ul>
  );
}
