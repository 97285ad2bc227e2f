/** A request to the management API, below the company's path. */
export interface ManagementRequest {
  route: string;
  kind: string;
  method: string;
  path: string;
  type?: string;
  body: string | ((round: number) => string);
}

const VARIANTS = 150_000;

/** Tags of 150,000 variants: 12 MiB. */
const tagging = (round: number) => ({
  products: {},
  variants: Object.fromEntries(
    Array.from({ length: VARIANTS }, (_, at) => [
      `4210000${String(at).padStart(7, '0')}`,
      [`q${at % 6}:o${at % 4}`, `shade:tone-${at % 977}`, `line:rich-and-light-${round}`],
    ]),
  ),
});

/** 12,500 products of four variants: 12 MiB. */
const catalog = (round: number) => ({
  products: Array.from({ length: 12_500 }, (_, product) => ({
    shopSystemId: `P${product}`,
    name: `Product ${product}, round ${round}: ${'a rich cream for dry skin, '.repeat(7)}`,
    tags: ['line:rich'],
    variants: Array.from({ length: 4 }, (__, variant) => ({
      shopSystemId: `4210000${String(product * 4 + variant).padStart(7, '0')}`,
      name: `Product ${product}, shade ${variant}`,
      available: true,
      tags: [`q${variant}:o${product % 4}`, `shade:tone-${product % 977}`],
    })),
  })),
});

const options = (step: number) =>
  Array.from({ length: 100 }, (_, option) => ({
    key: `o${option}`,
    orderNumber: option,
    caption: { default: `Option ${option} of step ${step}`, de: `Auswahl ${option}`, fr: `Choix ${option}` },
    tags: { require: [], prefer: [`q${step}:o${option}`], avoid: [] },
  }));

/** 20 funnels of 25 steps with 100 options: 12 MiB. */
const funnels = (round: number) =>
  Array.from({ length: 20 }, (_, funnel) => ({
    subdomain: `bench-${funnel}`,
    name: 'Bench',
    published: {
      steps: Array.from({ length: 25 }, (__, step) => ({
        id: step + 1,
        type: 'SINGLE_SELECTION',
        orderNumber: step,
        title: { default: `Question ${step}, round ${round}` },
        selections: options(step),
      })),
    },
  }));

const csv = (row: (at: number) => string) => () =>
  `product_id,product_name,variant_id,variant_name,tags\n${Array.from({ length: 100_000 }, (_, at) => row(at)).join('\n')}`;

const apply = (kind: string, file: (round: number) => object): ManagementRequest => ({
  route: 'apply',
  kind,
  method: 'PUT',
  path: '/blueprint',
  body: (round) => JSON.stringify(file(round)),
});

const importFile = (kind: string, row: (at: number) => string): ManagementRequest => ({
  route: 'import',
  kind,
  method: 'POST',
  path: '/catalog/imports?wait=true',
  type: 'text/csv',
  body: csv(row),
});

/** Bodies that are accepted, as large as a company may have them, in this order: what was applied is there for the next ones. */
export const MANAGEMENT_REQUESTS: ManagementRequest[] = [
  apply('a catalog of 50,000 variants', (round) => ({ catalog: catalog(round) })),
  apply('20 funnels with 50,000 options', (round) => ({ funnels: funnels(round) })),
  apply('tags of 150,000 variants', (round) => ({ tagging: tagging(round) })),
  apply('another name, for a company that has all this', (round) => ({ name: `Bench ${round}` })),
  apply('another rule, for a company that has all this', (round) => ({
    funnels: [{ subdomain: 'plain-funnel', assortment: { tags: ['line:rich'], productIds: [`P${round}`] } }],
  })),
  {
    route: 'replay',
    kind: 'tags of 150,000 variants',
    method: 'POST',
    path: '/funnels/plain-funnel/replay',
    body: (round) => JSON.stringify({ tagging: tagging(round) }),
  },
  { route: 'check', kind: 'of a funnel', method: 'POST', path: '/funnels/plain-funnel/check', body: '{}' },
  { route: 'rollback', kind: 'of these settings', method: 'POST', path: '/settings/rollback', body: '{"version":1}' },
  importFile('100,000 rows', (at) => `P${at >> 2},Product,V${at},Shade ${at},line:rich`),
  importFile('100,000 wrong rows', (at) => `,,${'x'.repeat(300)}${at},,`),
  {
    route: 'column mapping',
    kind: 'names of 60 kB',
    method: 'PUT',
    path: '/catalog/mapping',
    body: JSON.stringify({ columns: { variant_id: 'x'.repeat(60_000) } }),
  },
  {
    route: 'API key',
    kind: 'a name of 15 kB',
    method: 'POST',
    path: '/api-keys',
    body: JSON.stringify({ name: 'x'.repeat(15_000) }),
  },
];
