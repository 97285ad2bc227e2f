import type { Outbound, OutboundOptions } from './outbound.js';

/** One module for all calls to foreign addresses, so that each is checked in the same way. docs/reliability.md R4.5. */
export function createOutbound(options: OutboundOptions): Outbound {
  // Loaded with the first call: 80 ms that every start saves.
  let opened: Promise<Outbound> | undefined;
  const open = () => {
    opened ??= import('./dispatcher-outbound.js').then(({ createDispatcherOutbound }) =>
      createDispatcherOutbound(options),
    );
    return opened;
  };
  return {
    request: async (url, ask) => (await open()).request(url, ask),
    close: async () => (await opened)?.close(),
  };
}
