import { createServer } from 'node:net';
import { LauncherError } from './launcher-error.js';

/** Ports that are free now, one per service; the services learn each other's addresses before any of them listens. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listen('127.0.0.1', 0)));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}

/** @throws LauncherError if no program could listen on the port. */
export async function checkPort(host: string, port: number): Promise<void> {
  try {
    const server = await listen(host, port);
    await new Promise((closed) => server.close(closed));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE') {
      throw new LauncherError(`Port ${port} is in use. Stop what listens there, or set PORT to another one.`);
    }
    throw new LauncherError(
      `Cannot listen on ${host}:${port} (${code}). Set HOST and PORT to an address of this machine.`,
    );
  }
}

function listen(host: string, port: number) {
  const server = createServer();
  return new Promise<typeof server>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => resolve(server));
  });
}
