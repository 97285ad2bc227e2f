import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCompany } from '../../app/company.js';

/** Tags; each leads to the products that have it. @param most - how many are shown; the others are counted. */
export function TagLinks({ tags, most = tags.length }: { tags: readonly string[]; most?: number }) {
  const { handle } = useCompany();
  if (tags.length === 0) return '–';
  return (
    <Group gap="xs" component="span" display="inline-flex">
      {tags.slice(0, most).map((tag) => (
        <Anchor
          key={tag}
          size="sm"
          className="wrap-anywhere"
          renderRoot={(root) => <Link {...root} to={`/c/${handle}/products`} search={{ tag } as never} />}
        >
          {tag}
        </Anchor>
      ))}
      {tags.length > most && <span>{`+${tags.length - most}`}</span>}
    </Group>
  );
}
