import { Agent, request } from 'node:http';

export interface Sent {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: object;
}

const AT_A_TIME = 32;

/**
 * Sends each request once, 32 at a time over connections that stay open.
 * @returns the statuses of answers that were not 2xx; a figure with any is not a figure.
 */
export async function sendAll(origin: string, requests: readonly Sent[]): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_A_TIME });
  const rest = [...requests];
  const failures: number[] = [];
  const work = async () => {
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      const status = await send(origin, agent, next);
      if (status < 200 || status > 299) failures.push(status);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  agent.destroy();
  return failures;
}

/** @returns the status of the answer, once all of it has arrived. */
function send(origin: string, agent: Agent, { method = 'GET', path, headers = {}, body }: Sent): Promise<number> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    request(new URL(path, origin), { method, agent, headers: { ...json, ...headers } }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    })
      .once('error', reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
  });
}
