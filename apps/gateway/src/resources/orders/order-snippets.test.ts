import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { parseOrder, parseRefund } from './parse-order.js';

const guide = readFileSync(new URL('../../../../../docs/components-guide.md', import.meta.url), 'utf8');
const chapter = guide.slice(guide.indexOf('## 6. Report orders'), guide.indexOf('## Single-page applications'));
/** A block of code of a language, the first one unless a place is given. */
const findBlock = (language: string, place = 0): string =>
  [...chapter.matchAll(new RegExp(`\n\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``, 'g'))][place]?.[1] as string;
const NOW = new Date('2026-11-26T12:00:00Z');

/** As much of Liquid as the sample has: output with `default`, `for`, `if … == …`, `unless forloop.first`, `assign … | last`. */
function render(template: string, values: Record<string, unknown>): string {
  const tokens = template.split(/(\{\{.*?\}\}|\{%.*?%\})/s);
  const read = (path: string, scope: Record<string, unknown>): unknown =>
    path
      .split('.')
      .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], scope);
  let at = 0;
  function renderUntil(end: string | undefined, scope: Record<string, unknown>): string {
    let text = '';
    for (; at < tokens.length; at += 1) {
      const token = tokens[at] as string;
      const [, output] = /^\{\{\s*(.*?)\s*\}\}$/.exec(token) ?? [];
      const [, tag] = /^\{%\s*(.*?)\s*%\}$/.exec(token) ?? [];
      if (tag !== undefined && tag === end) return text;
      if (output !== undefined) {
        const [, path, fallback] = /^([\w.]+)(?: \| default: '(.*)')?$/.exec(output) ?? [];
        const value = read(path as string, scope);
        text += String(value ?? fallback ?? '');
      } else if (tag === undefined) {
        text += token;
      } else {
        text += renderTag(tag, scope);
      }
    }
    return text;
  }
  function renderTag(tag: string, scope: Record<string, unknown>): string {
    const [, variable, list] = /^assign (\w+) = ([\w.]+) \| last$/.exec(tag) ?? [];
    if (variable !== undefined && list !== undefined) {
      scope[variable] = (read(list, scope) as unknown[]).at(-1);
      return '';
    }
    at += 1;
    const start = at;
    const [, name, path] = /^for (\w+) in ([\w.]+)$/.exec(tag) ?? [];
    if (name !== undefined && path !== undefined) {
      const items = read(path, scope) as unknown[];
      // Without items the body is passed once, for its end.
      const passes = items.length > 0 ? items : [undefined];
      const texts = passes.map((item, index) => {
        at = start;
        return renderUntil('endfor', { ...scope, [name]: item, forloop: { first: index === 0 } });
      });
      return items.length > 0 ? texts.join('') : '';
    }
    const [, left, right] = /^if ([\w.]+) == '(.*)'$/.exec(tag) ?? [];
    if (left !== undefined) {
      const body = renderUntil('endif', scope);
      return read(left, scope) === right ? body : '';
    }
    if (tag !== 'unless forloop.first') throw new Error(`The test does not know the tag ${tag}.`);
    const body = renderUntil('endunless', scope);
    return read('forloop.first', scope) ? '' : body;
  }
  return renderUntil(undefined, values);
}

const money = (amount: string) => ({ shopMoney: { amount } });
/** As the Admin API of Shopify returns it. */
const shopifyOrder = (lines: object[], more: object = {}) => ({
  ...{ legacyResourceId: '6201', createdAt: '2026-11-25T09:00:00Z', currencyCode: 'EUR', taxesIncluded: false },
  cartDiscountAmountSet: null,
  lineItems: lines,
  ...more,
});

describe('samples that report orders, as they are copied (docs/components-guide.md "6. Report orders")', () => {
  it('curl: an order and a refund that the service accepts', () => {
    const bodies = [...findBlock('sh').matchAll(/-d '([\s\S]*?)'/g)].map(([, body]) => JSON.parse(body as string));
    expect(bodies).toHaveLength(2);
    expect(parseOrder(bodies[0], NOW).lines).toHaveLength(1);
    expect(parseRefund(bodies[1], NOW).lines).toHaveLength(1);
  });

  it('page: the component script is loaded with the key, and reports the order when the page is loaded', () => {
    const html = findBlock('html');
    const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => script as string);
    expect(html).toMatch(/<script defer src="https:\/\/svc\.example\/components\.js"><\/script>/);
    const reported: Record<string, unknown>[] = [];
    const loaded: (() => void)[] = [];
    const window: Record<string, unknown> = {
      addEventListener: (name: string, listener: () => void) => name === 'load' && loaded.push(listener),
    };
    for (const script of scripts) runInNewContext(script, { window });
    expect(window.SVC_AI).toEqual({ COMPANY_ID: expect.stringMatching(/^\w{25}$/) });
    // A page whose script was blocked continues.
    for (const listener of loaded) listener();
    window.svcComponents = { trackOrder: (order: Record<string, unknown>) => reported.push(order) };
    for (const listener of loaded) listener();
    expect(reported).toHaveLength(1);
    expect(parseOrder(JSON.parse(JSON.stringify(reported[0])), NOW)).toMatchObject({
      orderId: '4711',
      currency: 'EUR',
    });
  });

  it('Shopify Flow: orders with and without an analysis, discounts, and a variant that is not there any more', () => {
    const line = {
      ...{ id: 'gid://shopify/LineItem/1', quantity: 2, variant: { legacyResourceId: '4711' }, customAttributes: [] },
      ...{ originalUnitPriceSet: money('29.9'), totalDiscountSet: money('5.0') },
    };
    const attributes = [
      { key: 'Engraving', value: 'A "B"' },
      { key: '_svc_analysis', value: '5gNp1RtXv6dSbM3oYf0UhC' },
    ];
    const order = shopifyOrder(
      [
        { ...line, customAttributes: attributes },
        { ...line, id: 'gid://shopify/LineItem/2', variant: null, totalDiscountSet: null },
      ],
      { cartDiscountAmountSet: money('1.5') },
    );
    expect(parseOrder(JSON.parse(render(findBlock('liquid'), { order })), NOW)).toMatchObject({
      ...{ orderId: '6201', createdAt: new Date('2026-11-25T09:00:00Z'), totalsIncludeTax: false, discount: '1.5' },
      lines: [
        {
          ...{ lineId: 'gid://shopify/LineItem/1', variantId: '4711', quantity: 2, price: '29.9', discount: '5.0' },
          analysisId: '5gNp1RtXv6dSbM3oYf0UhC',
        },
        { lineId: 'gid://shopify/LineItem/2', variantId: 'deleted', quantity: 2, price: '29.9', discount: '0' },
      ],
    });
    const single = JSON.parse(render(findBlock('liquid'), { order: shopifyOrder([line]) }));
    expect(parseOrder(single, NOW)).toMatchObject({ discount: '0', lines: [{ variantId: '4711' }] });
    expect(single.lines[0]).not.toHaveProperty('analysisId');
  });

  it('Shopify Flow: the last refund of an order, by the ids of its lines', () => {
    const refunded = (id: number, amount: string) => ({
      ...{ lineItem: { id: `gid://shopify/LineItem/${id}` }, subtotalSet: money(amount) },
    });
    const refund = (legacyResourceId: string, refundLineItems: object[]) => ({
      ...{ legacyResourceId, createdAt: '2026-11-25T10:00:00Z', refundLineItems },
    });
    const order = shopifyOrder([], {
      refunds: [refund('900', [refunded(9, '1.0')]), refund('901', [refunded(1, '29.9'), refunded(2, '5.0')])],
    });
    expect(parseRefund(JSON.parse(render(findBlock('liquid', 1), { order })), NOW)).toEqual({
      ...{ refundId: '901', orderId: '6201', createdAt: new Date('2026-11-25T10:00:00Z') },
      lines: [
        { lineId: 'gid://shopify/LineItem/1', amount: '29.9' },
        { lineId: 'gid://shopify/LineItem/2', amount: '5.0' },
      ],
    });
  });
});
