/** What the address of the list carries. */
export interface FunnelsAddress {
  /** true: those that are archived. */
  archived?: boolean;
}

export const readFunnelsAddress = ({ archived }: Record<string, unknown>): FunnelsAddress =>
  archived === true || archived === 'true' ? { archived: true } : {};
