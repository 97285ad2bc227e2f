import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useMemo, useState } from 'react';
import { useCompany } from '../../../app/company.js';
import { useI18n } from '../../../i18n/i18n.js';
import { PickList } from '../../../shared/targets/pick-list.js';
import { useCatalog } from '../../../shared/targets/use-catalog.js';
import { Swatch } from '../../products/product-parts.js';
import { loadReadable, movePoint, type Point, pickColor } from './picture-color.js';

/** A shade that the catalog does not name: picked from the picture of a product, as a proposal. docs/dashboard.md Y32.5. */
export function PictureShade({ onChoose }: { onChoose: (color: string) => void }) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const [product, setProduct] = useState<string>();
  const catalog = useCatalog(handle);
  const { products } = catalog.matrix;
  const choices = useMemo(
    () => catalog.listProducts().filter((_, row) => catalog.matrix.products.image[row] != null),
    [catalog],
  );
  const url = product === undefined ? undefined : products.image[products.id.indexOf(product)];
  if (choices.length === 0) return <Text size="sm">{t('swatch.picture.none')}</Text>;
  return (
    <Stack gap="xs">
      <PickList
        label={t('swatch.picture.product')}
        action={t('swatch.picture.show')}
        values={[]}
        max={1}
        choices={choices}
        toName={catalog.getProductName}
        refuse={(id) => t('target.unknown', { id })}
        onChange={([chosen]) => setProduct(chosen)}
      />
      {url && product !== undefined && (
        <PicturedProduct key={url} url={url} name={catalog.getProductName(product)} onChoose={onChoose} />
      )}
    </Stack>
  );
}

function PicturedProduct({ url, name, onChoose }: { url: string; name: string; onChoose: (color: string) => void }) {
  const { t } = useI18n();
  const [point, setPoint] = useState<Point>({ x: 0.5, y: 0.5 });
  const picture = useQuery({
    queryKey: ['readable-picture', url],
    queryFn: () => loadReadable(url),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (picture.error) return <Text size="sm">{t('swatch.picture.unreadable')}</Text>;
  if (!picture.data) return null;
  const color = pickColor(picture.data, point);
  const click = ({ clientX, clientY, detail, currentTarget }: MouseEvent) => {
    // Enter and Space have no place in the picture: the arrow keys move the point.
    if (detail === 0) return;
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    setPoint({ x: (clientX - left) / width, y: (clientY - top) / height });
  };
  const press = (event: KeyboardEvent) => {
    const moved = movePoint(point, event.key);
    if (!moved) return;
    event.preventDefault();
    setPoint(moved);
  };
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{t('swatch.picture.text')}</Text>
      <button
        type="button"
        className="picked-picture"
        aria-label={t('swatch.picture.pick', { name })}
        onClick={click}
        onKeyDown={press}
      >
        <img src={url} alt="" width="240" crossOrigin="anonymous" referrerPolicy="no-referrer" />
        <span className="picked-point" style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }} />
      </button>
      <Group gap="xs">
        <Text size="sm" role="status">
          {color === undefined ? t('swatch.picture.transparent') : t('swatch.picture.found', { color })}
        </Text>
        {color !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Swatch color={color} />}
            onClick={() => onChoose(color)}
          >
            {t('swatch.picture.use')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
