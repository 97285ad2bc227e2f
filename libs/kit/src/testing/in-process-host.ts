let hosts = 0;

/**
 * A host for `listen` of a server that only this process calls: no sockets, no HTTP/2 and no wait for idle connections at its stop.
 * Messages, errors, deadlines and retries are those of gRPC; the tests of the kit and `e2e` cover what only a network does.
 */
export function inProcessHost(): string {
  hosts += 1;
  return `inproc:test-${hosts}`;
}
