import type { ReplayedTab, ReplayReport } from '@svc/domain';
import type { CompiledFunnel } from '../compile/compile-funnel.js';
import { areEqual } from './replay-lists.js';
import type { ReplayedMatch } from './replay-matches.js';

type Tabs = ReplayedMatch['tabs'];

/** Counts changes by tab: the draft's tabs in their order, then the removed ones. */
export function createTabTally(before: CompiledFunnel, after: CompiledFunnel) {
  const keysBefore = before.tabs.map(({ tab }) => tab.key);
  const keysAfter = after.tabs.map(({ tab }) => tab.key);
  const getState = (key: string): ReplayedTab['state'] => {
    if (!keysBefore.includes(key)) return 'added';
    return keysAfter.includes(key) ? 'kept' : 'removed';
  };
  const keys = [...new Set([...keysAfter, ...keysBefore])];
  const tabs = keys.map(
    (key): ReplayedTab => ({
      key,
      state: getState(key),
      changed: 0,
      newlyEmpty: 0,
      noLongerEmpty: 0,
    }),
  );
  let analyses = 0;
  return {
    add(tabsBefore: Tabs, tabsAfter: Tabs): void {
      if (!tabsBefore || !tabsAfter) return;
      analyses += 1;
      for (const tab of tabs) {
        const was = tabsBefore.get(tab.key) ?? NONE;
        const is = tabsAfter.get(tab.key) ?? NONE;
        if (areEqual(was, is)) continue;
        tab.changed += 1;
        if (is.length === 0) tab.newlyEmpty += 1;
        if (was.length === 0) tab.noLongerEmpty += 1;
      }
    },
    counts: (): ReplayReport['tabs'] => (tabs.length > 0 ? { analyses, tabs } : null),
  };
}

const NONE = new Uint32Array(0);
