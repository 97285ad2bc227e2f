import { type Client, connectivityState } from '@grpc/grpc-js';
import { unavailable } from '../error-status.js';
import { type Prepared, toAbortError } from './outgoing-call.js';

/** A channel and the calls in flight on it. */
export interface UsedChannel {
  readonly client: Client;
  calls: number;
}

/** Time for a fresh channel to connect before the one in use stays for longer. */
const CONNECT_WITHIN_MS = 5_000;
/** A channel on which calls fail is replaced at this age, since its replicas may have moved. */
const DOUBTED_AGE_MS = 5_000;
/**
 * Time that a call waits while connections are refused. Longer than grpc-js rests between two attempts (0.6 s at most), so a call
 * fails only when an attempt after its own beginning failed too, and a service that is back gets every call.
 */
const REFUSED_WAIT_MS = 800;
/** Time that a call waits while replicas accept connections and say nothing. A create would wait for 10 s without effect. */
const SILENT_WAIT_MS = 2_000;

/**
 * Replaces the channel of a client before it grows old, so that new replicas are found, and closes each when its last call has
 * ended. A server that closed old connections could do that too; but grpc-js 1.14 fails every call of a connection that is being
 * closed as soon as its next keepalive ping is due (ADR 30).
 */
export class ChannelRotation {
  readonly #connect: () => Client;
  readonly #ageMs: number;
  #current: UsedChannel;
  #next: UsedChannel | undefined;
  #bornAt = performance.now();
  #renewAt: number;
  #closed = false;

  /** @param ageMs - mean age at which a channel is replaced. */
  constructor(connect: () => Client, ageMs: number) {
    this.#connect = connect;
    this.#ageMs = ageMs;
    this.#current = this.#open();
    this.#renewAt = this.#nextRenewal();
  }

  /**
   * A connected channel for one call, which must `leave` it. Waits for a connection while there is none.
   * @throws ServiceError UNAVAILABLE when no replica answers; the reason of the signal when it is aborted.
   */
  enter(prepared: Prepared): UsedChannel | Promise<UsedChannel> {
    if (performance.now() >= this.#renewAt) this.#renew();
    return this.#isUsable ? this.#take() : this.#enterConnected(prepared);
  }

  leave(channel: UsedChannel): void {
    channel.calls -= 1;
    if (channel.calls === 0 && channel !== this.#current) channel.client.close();
  }

  /** A call failed with UNAVAILABLE: its replica may have been replaced by one at another address. */
  doubt(channel: UsedChannel): void {
    if (channel === this.#current) this.#renewAt = Math.min(this.#renewAt, this.#bornAt + DOUBTED_AGE_MS);
  }

  /** A server of this channel is stopping: later calls use a fresh one, which that server does not accept any more. */
  abandon(channel: UsedChannel): void {
    if (channel !== this.#current || this.#closed) return;
    this.#next?.client.close();
    this.#next = undefined;
    this.#replaceBy(this.#open());
  }

  /** Closes all connections; calls in flight fail. */
  close(): void {
    this.#closed = true;
    this.#next?.client.close();
    this.#current.client.close();
  }

  #open(): UsedChannel {
    return { client: this.#connect(), calls: 0 };
  }

  #take(): UsedChannel {
    this.#current.calls += 1;
    return this.#current;
  }

  get #isUsable(): boolean {
    return !this.#closed && isConnected(this.#current);
  }

  async #enterConnected({ deadline, signal }: Prepared): Promise<UsedChannel> {
    const startedAt = performance.now();
    while (!this.#isUsable) {
      if (this.#closed) throw unavailable('The client is closed.');
      if (signal?.aborted) throw toAbortError(signal);
      const channel = this.#current.client.getChannel();
      const state = channel.getConnectivityState(true);
      const isRefused = state === connectivityState.TRANSIENT_FAILURE;
      const waitedMs = performance.now() - startedAt;
      const leftMs = Math.min(deadline - Date.now(), (isRefused ? REFUSED_WAIT_MS : SILENT_WAIT_MS) - waitedMs);
      if (leftMs <= 0) {
        this.doubt(this.#current);
        throw unavailable(isRefused ? 'Connections are refused.' : 'No replica answers.');
      }
      await changed(channel, state, Date.now() + leftMs, signal);
    }
    return this.#take();
  }

  /** Connects a fresh channel, and uses it once it is connected. */
  #renew(): void {
    if (this.#next || this.#closed) return;
    const next = this.#open();
    this.#next = next;
    next.client.waitForReady(Date.now() + CONNECT_WITHIN_MS, (error) => {
      if (this.#next !== next || this.#closed) return;
      this.#next = undefined;
      if (!error) {
        this.#replaceBy(next);
        return;
      }
      next.client.close();
      this.#renewAt = performance.now() + CONNECT_WITHIN_MS;
    });
  }

  #replaceBy(next: UsedChannel): void {
    const old = this.#current;
    this.#current = next;
    this.#bornAt = performance.now();
    this.#renewAt = this.#nextRenewal();
    if (old.calls === 0) old.client.close();
  }

  /** Give or take a tenth, so that clients that started together do not connect together. */
  #nextRenewal(): number {
    return performance.now() + this.#ageMs * (0.9 + 0.2 * Math.random());
  }
}

/** Resolves when the state of a channel is another one, at a time, or when the signal is aborted. */
async function changed(
  channel: ReturnType<Client['getChannel']>,
  state: connectivityState,
  until: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  let wake = () => {};
  const change = new Promise<void>((resolve) => {
    wake = resolve;
  });
  channel.watchConnectivityState(state, until, wake);
  signal?.addEventListener('abort', wake, { once: true });
  await change;
  signal?.removeEventListener('abort', wake);
}

export function isConnected({ client }: UsedChannel): boolean {
  return client.getChannel().getConnectivityState(false) === connectivityState.READY;
}
