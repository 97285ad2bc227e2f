import { useDebouncedCallback } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readTaggingFilter, type TaggingFilter } from './tagging-filter.js';

export type FilterChange = { [K in keyof TaggingFilter]: TaggingFilter[K] | undefined };

/** The address follows when the user pauses: a navigation for each letter would take longer than filtering. */
const PAUSE_MS = 300;

/** The filter in force, which the address carries too. */
export function useFilter(
  ofAddress: TaggingFilter,
  onAddress: (filter: TaggingFilter) => void,
): [TaggingFilter, (change: FilterChange) => void] {
  const [filter, setFilter] = useState(ofAddress);
  const current = useRef(ofAddress);
  const address = JSON.stringify(ofAddress);
  const written = useRef(address);
  const write = useDebouncedCallback(() => {
    written.current = JSON.stringify(readTaggingFilter({ ...current.current }));
    onAddress(current.current);
  }, PAUSE_MS);
  // Back and forward of the browser, and links, change the address as well.
  useEffect(() => {
    if (address === written.current) return;
    written.current = address;
    current.current = JSON.parse(address);
    setFilter(current.current);
  }, [address]);
  const change = useCallback(
    (parts: FilterChange) => {
      const entries = Object.entries({ ...current.current, ...parts });
      current.current = Object.fromEntries(entries.filter(([, value]) => value)) as TaggingFilter;
      setFilter(current.current);
      write();
    },
    [write],
  );
  return [filter, change];
}
