import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy for fault tests. */
export interface TcpProxy {
  readonly host: string;
  readonly port: number;
  /** `host:port` */
  readonly address: string;
  /** Cuts all connections and refuses new ones. */
  down(): void;
  /** Works again, also after `freeze`; held bytes flow. */
  up(): void;
  /** Keeps connections open, takes new ones, but passes nothing on: a hung server or a lost network. */
  freeze(): void;
  /** Cuts all connections; new ones go to another server, as when an address is taken over. */
  switchTo(target: string): void;
  /** Delays everything by this many milliseconds in each direction. */
  latency(ms: number): void;
  /** Connections open now. */
  readonly connections: number;
  close(): Promise<void>;
}

type State = 'up' | 'down' | 'frozen';

/** @param target - `host:port` or a URL of the real server. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  let upstreamAddress = parseAddress(target);
  const sockets = new Set<Socket>();
  const flows = new Set<() => void>();
  let state: State = 'up';
  let delayMs = 0;

  function track(socket: Socket): void {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  }

  /** Passes bytes on in order, each not before its time, none while frozen. */
  function forward(from: Socket, to: Socket): void {
    const queue: { at: number; data: Buffer | undefined }[] = [];
    let timer: NodeJS.Timeout | undefined;
    const run = () => {
      clearTimeout(timer);
      while (state !== 'frozen' && queue[0]) {
        const wait = queue[0].at - performance.now();
        if (wait > 0) {
          timer = setTimeout(run, wait);
          return;
        }
        const { data } = queue.shift()!;
        if (data) to.write(data);
        else to.end();
      }
    };
    from.on('data', (data) => {
      queue.push({ at: performance.now() + delayMs, data });
      run();
    });
    from.on('end', () => {
      queue.push({ at: performance.now() + delayMs, data: undefined });
      run();
    });
    from.on('close', () => {
      flows.delete(run);
      if (from.errored) to.destroy();
    });
    flows.add(run);
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (state === 'down') {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect({ ...upstreamAddress, allowHalfOpen: true });
    track(client);
    track(upstream);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroySoon());
    forward(client, upstream);
    forward(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = (server.address() as AddressInfo).port;

  function change(next: State): void {
    state = next;
    if (next === 'down') for (const socket of sockets) socket.destroy();
    for (const run of flows) run();
  }

  return {
    host: '127.0.0.1',
    port: own,
    address: `127.0.0.1:${own}`,
    get connections() {
      return sockets.size / 2;
    },
    down: () => change('down'),
    up: () => change('up'),
    freeze: () => change('frozen'),
    switchTo(target) {
      change('down');
      upstreamAddress = parseAddress(target);
      change('up');
    },
    latency(ms) {
      delayMs = ms;
    },
    async close() {
      change('down');
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function parseAddress(target: string): { host: string; port: number } {
  const url = new URL(target.includes('://') ? target : `tcp://${target}`);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) };
}
