import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@svc/kit';
import { startEmbeddedPostgres } from '@svc/kit/embedded-postgres';
import { freePorts } from '../../launcher/ports.js';
import { createManagementClient } from '../../management-client.js';
import { compare, type Row } from '../compare.js';
import { type LoadRequest, load } from '../load/load.js';
import { PLATFORM_TOKEN } from '../load/platform-token.js';
import { benchAnswers, benchCompany } from '../load/seed.js';
import { bareServer, wholeSystem } from '../processes/children.js';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const JSON_TYPE = 'application/json';

/** Submissions to a funnel's host against v1 creates of the same answers: alone, with a delivery, with the payload. */
export async function submissionFigures({ seconds, rounds }: { seconds: number; rounds: number }): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    log: createLogger({ name: 'bench', level: 'silent' }),
  });
  const [port] = (await freePorts(1)) as [number];
  const system = await wholeSystem({
    PORT: String(port),
    BASE_DOMAIN: `localhost:${port}`,
    DATA_DIR: join(folder, 'launcher'),
    DATABASE_URL: postgres.url,
    ALLOW_PRIVATE_NETWORK: 'true',
    PLATFORM_TOKEN,
  });
  const endpoint = await bareServer('ok');
  try {
    const origin = `http://127.0.0.1:${port}`;
    const management = createManagementClient({ url: origin, token: PLATFORM_TOKEN });
    const content = (value: object) => ({ type: JSON_TYPE, content: JSON.stringify(value) });
    const apply = (handle: string, company: object) =>
      management.request('PUT', `/companies/${handle}/blueprint`, content(company)) as Promise<{
        funnels: Record<string, { id: string }>;
      }>;
    const webhook = { url: `${endpoint.origin}/hook`, secret: SECRET };
    const applied = await apply('plain', benchCompany('plain', 100));
    await apply('hooked', { ...benchCompany('hooked', 100), webhook });
    await apply('wide', benchCompany('wide', 2_000));
    const key = (await management.request('POST', '/companies/plain/api-keys', content({ name: 'bench' }))) as {
      value: string;
    };

    const answers = { selectionValues: benchAnswers(3) };
    const create: LoadRequest = {
      method: 'POST',
      path: '/api/v1/analyses',
      headers: { authorization: `Bearer ${key.value}`, 'content-type': JSON_TYPE },
      body: JSON.stringify({ funnelId: applied.funnels['plain-funnel']?.id, ...answers }),
    };
    const submit = (handle: string, query = ''): LoadRequest => ({
      method: 'POST',
      path: `/api/analyses${query}`,
      headers: { host: `${handle}-funnel.localhost`, 'content-type': JSON_TYPE },
      body: JSON.stringify(answers),
    });
    const against = (figure: string, measured: LoadRequest, connections = 32) =>
      compare({
        id: 'S1',
        figure,
        rounds,
        base: () => load(origin, [create], { seconds, connections }),
        measured: () => load(origin, [measured], { seconds, connections }),
      });
    return [
      await against('submission against a v1 create, nothing to deliver', submit('plain')),
      await against('the same with a webhook, which is delivered meanwhile', submit('hooked')),
      await against('the same with the payload of 100 variants', submit('plain', '?include_webhook_payload=true')),
      await against('the same of 2,000 variants, 2 at a time', submit('wide', '?include_webhook_payload=true'), 2),
    ];
  } finally {
    await system.stop();
    await endpoint.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
