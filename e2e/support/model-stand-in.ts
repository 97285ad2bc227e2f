import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a language model answers: the content of a message, a status without one, or nothing at all. */
export type ModelBehavior = { content: string } | { status: number } | 'NEVER';

export type ModelStandIn = Awaited<ReturnType<typeof startModelStandIn>>;

/** An OpenAI-compatible interface that behaves as a test says, and keeps what it was asked. docs/chat.md T10. */
export async function startModelStandIn() {
  const asked: { path: string; authorization: string | undefined; body: string }[] = [];
  let behavior: ModelBehavior = 'NEVER';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      asked.push({ path, authorization: headers.authorization, body: Buffer.concat(chunks).toString() });
      if (behavior === 'NEVER') return;
      if ('status' in behavior) return void response.writeHead(behavior.status).end('{}');
      const message = { role: 'assistant', content: behavior.content };
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ choices: [{ message }], usage: { total_tokens: 100 } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    behave(next: ModelBehavior): void {
      behavior = next;
      asked.length = 0;
    },
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
