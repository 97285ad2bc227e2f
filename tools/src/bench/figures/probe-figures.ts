import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../launcher/ports.js';
import { createManagementClient } from '../../management-client.js';
import type { Row } from '../compare.js';
import { type LoadRequest, load } from '../load/load.js';
import { PLATFORM_TOKEN } from '../load/platform-token.js';
import { wholeSystem } from '../processes/children.js';

const VARIANTS = 2_000;
const OPTIONS = 10;
/** Of a probe whose draft is compiled, milliseconds. */
const MUST_MS = 30;
const JSON_TYPE = 'application/json';

/** How long the builder waits for the numbers of ten options, with 2,000 variants; docs/management.md "Consequences while editing". */
export async function probeFigures({ seconds, rounds }: { seconds: number; rounds: number }): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const [port] = (await freePorts(1)) as [number];
  const system = await wholeSystem({ PORT: String(port), DATA_DIR: folder, PLATFORM_TOKEN });
  const origin = `http://localhost:${port}`;
  try {
    const management = createManagementClient({ url: origin, token: PLATFORM_TOKEN });
    await management.request('PUT', '/companies/probe/blueprint', {
      content: Buffer.from(JSON.stringify(company())),
      type: JSON_TYPE,
    });
    const request = probe();
    const medians: number[] = [];
    let failures = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { p50Ms, failures: failed } = await load(origin, [request], { seconds, connections: 1 });
      medians.push(p50Ms);
      failures += failed;
    }
    const median = medians.sort((a, b) => a - b)[Math.floor(medians.length / 2)] ?? Number.NaN;
    return [
      {
        id: 'probe',
        figure: `probe of ${OPTIONS} options with ${VARIANTS} variants, its draft compiled, of ${MUST_MS} ms`,
        ratio: median / MUST_MS,
        must: '≤ 1',
        note: `${median.toFixed(1)} ms, one at a time${failures > 0 ? `, ${failures} FAILED ANSWERS` : ''}`,
      },
    ];
  } finally {
    await system.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function company() {
  return {
    name: 'Probe',
    catalog: {
      products: Array.from({ length: VARIANTS }, (_, at) => ({
        shopSystemId: `P${at}`,
        name: `Product ${at}`,
        variants: [{ shopSystemId: `V${at}`, name: 'One size', available: true, tags: [`group:o${at % OPTIONS}`] }],
      })),
    },
    funnels: [{ subdomain: 'probe', name: 'Probe', published: { steps: [step()] } }],
  };
}

const step = () => ({
  id: 1,
  type: 'SINGLE_SELECTION',
  orderNumber: 1,
  title: { default: 'Which group?' },
  selections: Array.from({ length: OPTIONS }, (_, at) => ({
    key: `o${at}`,
    orderNumber: at,
    caption: { default: `Option ${at}` },
    tags: { require: [`group:o${at}`], prefer: [], avoid: [] },
  })),
});

/** Of a draft with a rule that is not saved. */
function probe(): LoadRequest {
  const rule = { key: 'without', then: { exclude: { variantIds: ['V1'] } } };
  return {
    method: 'POST',
    path: '/api/admin/v1/companies/probe/funnels/probe/probe',
    headers: { authorization: `Bearer ${PLATFORM_TOKEN}`, 'content-type': JSON_TYPE },
    body: JSON.stringify({ stepId: 1, parts: { matching: { rules: [rule] } } }),
  };
}
