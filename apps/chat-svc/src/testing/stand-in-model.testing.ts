import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a stand-in of a language model behaves. */
export type Behavior =
  | { kind: 'ANSWERS'; content: string }
  | { kind: 'STATUS'; status: number }
  | { kind: 'BODY'; body: string }
  | { kind: 'NEVER' }
  | { kind: 'BREAKS' };

/** An OpenAI-compatible interface on this machine that behaves as a test says, and remembers what it was asked. */
export async function startStandInModel() {
  const asked: { headers: Record<string, unknown>; body: Record<string, unknown> }[] = [];
  let behavior: Behavior = { kind: 'NEVER' };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
      switch (behavior.kind) {
        case 'ANSWERS': {
          const message = { role: 'assistant', content: behavior.content };
          response.setHeader('Content-Type', 'application/json');
          return response.end(JSON.stringify({ choices: [{ message }], usage: { total_tokens: 120 } }));
        }
        case 'STATUS':
          return response.writeHead(behavior.status).end('{}');
        case 'BODY':
          return response.end(behavior.body);
        case 'BREAKS':
          response.write('{"choices":');
          return request.socket.destroy();
        case 'NEVER':
          return undefined;
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    behave(next: Behavior) {
      behavior = next;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
