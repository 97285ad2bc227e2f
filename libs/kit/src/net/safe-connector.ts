import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { OutboundError } from './outbound-error.js';
import { isPublicAddress } from './public-address.js';

/** Every address of a name. */
export type Resolve = (hostname: string) => Promise<string[]>;

const resolveByDns: Resolve = async (hostname) =>
  (await systemLookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * Connects to public addresses only. The name is resolved once, *all* of its addresses are checked, and the connection goes to
 * one that was checked: a name that answers otherwise the next time gains nothing. docs/reliability.md R4.5.
 */
export function createSafeConnector(options: {
  connectTimeoutMs: number;
  /** Every address is allowed: development and tests. */
  allowPrivateNetwork: boolean;
  resolve?: Resolve;
  connect?: buildConnector.connector;
}): buildConnector.connector {
  const { allowPrivateNetwork, resolve = resolveByDns } = options;
  const connect = options.connect ?? buildConnector({ timeout: options.connectTimeoutMs });
  return (target, callback) => {
    checked(target.hostname).then(
      (address) => connect({ ...target, hostname: address, servername: getServername(target) }, callback),
      (error: Error) => callback(error, null),
    );
  };

  async function checked(hostname: string): Promise<string> {
    const name = hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(name) ? [name] : await resolve(name).catch(notFound);
    const [first] = addresses;
    if (first === undefined) return notFound(undefined);
    if (!allowPrivateNetwork && !addresses.every(isPublicAddress)) {
      throw new OutboundError('ADDRESS', 'The host is not on the public Internet; only public addresses are called.');
    }
    return first;
  }
}

function notFound(cause: unknown): never {
  throw new OutboundError('UNREACHABLE', 'The host name cannot be resolved.', { cause });
}

/** TLS asks for the name, not for the address that it led to. */
function getServername({ servername, hostname }: buildConnector.Options): string {
  return servername || (isIP(hostname.replace(/^\[|\]$/g, '')) ? '' : hostname);
}
