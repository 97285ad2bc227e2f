/** What the address of the screen says. */
export interface TabsAddress {
  /** Key of the tab that is open. */
  tab?: string;
}

export const readTabsAddress = ({ tab }: Record<string, unknown>): TabsAddress =>
  typeof tab === 'string' || typeof tab === 'number' ? { tab: String(tab) } : {};
