import { List } from '@mantine/core';
import type { Schemas } from '../api/client.js';
import { useI18n } from '../i18n/i18n.js';

/** Variants that a replay found, with the number of analyses; folded. Nothing if there are none. */
export function VariantCounts(props: {
  title: string;
  found: Schemas['ReplayReport']['variants']['gained'];
  toName?: (variantId: string) => string;
}) {
  const { title, found, toName = (id) => id } = props;
  const { count } = useI18n();
  if (found.total === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <List size="sm" mt="xs">
        {found.first.map(({ variantId, analyses }) => (
          <List.Item key={variantId} className="wrap-anywhere">
            {count('list.in-analyses', analyses, { name: toName(variantId) })}
          </List.Item>
        ))}
        {found.total > found.first.length && (
          <List.Item>{count('list.further', found.total - found.first.length)}</List.Item>
        )}
      </List>
    </details>
  );
}
