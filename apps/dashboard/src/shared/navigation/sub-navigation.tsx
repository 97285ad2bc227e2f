import { Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** The screens of an area that belong together; the current one is marked. */
export function SubNavigation(props: {
  label: string;
  entries: readonly { label: string; to: string }[];
  /** The filter that all screens of the area share. */
  search?: object;
}) {
  return (
    <Group component="nav" aria-label={props.label} gap="xs" mb="xs" className="sub-navigation">
      {props.entries.map(({ label, to }) => (
        <Link
          key={to}
          to={to}
          search={(props.search ?? {}) as never}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {label}
        </Link>
      ))}
    </Group>
  );
}
