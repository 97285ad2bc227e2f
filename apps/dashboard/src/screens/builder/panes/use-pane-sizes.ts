import { type CSSProperties, useState } from 'react';
import { useMe } from '../../../app/company.js';
import { type PaneSizes, readSizes, storeSizes } from './pane-sizes.js';

/** A browser may refuse to give its storage at all. */
const storage: Pick<Storage, 'getItem' | 'setItem'> = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
};

/** Sizes of the panes of the builder, remembered for each user in this browser. */
export function usePaneSizes() {
  const { user } = useMe();
  const [sizes, setSizes] = useState(() => readSizes(user.id, storage));
  const resize = (change: Partial<PaneSizes>) => {
    const next = { ...sizes, ...change };
    setSizes(next);
    storeSizes(user.id, next, storage);
  };
  const style = {
    '--builder-steps': `${sizes.steps}rem`,
    '--builder-preview': `${sizes.preview}rem`,
  } as CSSProperties;
  return { sizes, resize, style };
}
