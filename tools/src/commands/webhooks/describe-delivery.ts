import type { ReceivedWebhook } from './listener.js';
import { plain } from './plain.js';

type Paint = (code: number, text: string) => string;

const RED = 31;
const GREEN = 32;
const DIM = 2;
/** Products that are named of each list. */
const SHOWN_PRODUCTS = 5;
/** Properties that are shown in a way of their own. */
const OWN_LINES = new Set([
  'action',
  'funnel_name',
  'funnel_value',
  'analysis_id',
  'analysis_url',
  'analysis_result',
  'created_at',
  'first_name',
  'last_name',
  'email',
  'products_all',
  'tabs',
]);

interface Product {
  variant_id: string;
  title: string;
  variant_title: string;
}
type Payload = Record<string, unknown> & {
  products_all?: Product[];
  tabs?: { key: string; name: string; products: Product[] }[];
};

/** A delivery for people: who, what was answered, what was recommended. */
export function describeDelivery(webhook: ReceivedWebhook, paint: Paint): string {
  const { at, id, time, problem, status } = webhook;
  const head = [at.toISOString(), plain(id) || '(no webhook-id)'];
  if (problem !== undefined) return `${[...head, paint(RED, plain(problem))].join('  ')}\n`;
  const again = time > 1 ? [`the ${ordinal(time)} time`] : [];
  const title = [...head, paint(GREEN, 'signature is right'), ...again, `answered ${status}`].join('  ');
  return `${[title, ...formatBody(webhook.body, paint)].join('\n')}\n`;
}

const ordinal = (time: number): string => (time === 2 ? '2nd' : time === 3 ? '3rd' : `${time}th`);

function formatBody(body: string, paint: Paint): string[] {
  let payload: Payload;
  try {
    payload = JSON.parse(body) as Payload;
  } catch {
    return [`  The body is not JSON: ${plain(body.slice(0, 200))}`];
  }
  const line = (name: string, ...values: unknown[]) => {
    const text = values
      .filter((value) => value !== null && value !== undefined && value !== '')
      .map(String)
      .join('  ');
    return text === '' ? [] : [`  ${paint(DIM, name.padEnd(10))}${plain(text)}`];
  };
  const { products_all: products = [], tabs = [] } = payload;
  const all = `${payload.funnel_name}_all`;
  const answers = Object.entries(payload)
    .filter(([name, value]) => !OWN_LINES.has(name) && name !== all && value !== null)
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(',') : value}`);
  return [
    ...line('event', payload.action, payload.funnel_name, payload.created_at),
    ...line('analysis', payload.analysis_id, payload.analysis_url),
    ...line('result', payload.analysis_result),
    ...line('shopper', payload.first_name, payload.last_name, payload.email),
    ...line('answers', answers.join('  ')),
    ...line('products', formatProducts(products)),
    ...tabs.flatMap(({ key, name, products: own }) => line('tab', `${key} (${name}):`, formatProducts(own))),
  ];
}

function formatProducts(products: readonly Product[]): string {
  const named = products
    .slice(0, SHOWN_PRODUCTS)
    .map((product) => `${product.title} – ${product.variant_title} (${product.variant_id})`);
  const more = products.length - named.length;
  return `${products.length}${named.length > 0 ? `: ${named.join(', ')}` : ''}${more > 0 ? `, and ${more} more` : ''}`;
}
