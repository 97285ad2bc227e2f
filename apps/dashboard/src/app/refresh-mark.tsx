import { useDebouncedValue } from '@mantine/hooks';
import { useIsFetching } from '@tanstack/react-query';
import type { CSSProperties } from 'react';

/** Fast answers show nothing, and what a screen reads every few seconds does not flicker. */
const QUIET_MS = 500;

/** Over the lower border of the header, so that nothing moves. */
const LINE: CSSProperties = {
  position: 'absolute',
  insetInline: 0,
  insetBlockEnd: -1,
  blockSize: 2,
  background: 'var(--mantine-primary-color-filled)',
};

/** A line below the header while what the screen shows already is loaded again. docs/dashboard.md Y2.1. */
export function RefreshMark() {
  const isRefreshing = useIsFetching({ predicate: ({ state }) => state.data !== undefined }) > 0;
  const [isSlow] = useDebouncedValue(isRefreshing, QUIET_MS);
  return isRefreshing && isSlow ? <div className="refresh-mark" style={LINE} aria-hidden="true" /> : null;
}
