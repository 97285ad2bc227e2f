import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { orderSamples } from './order-samples.js';

const pages = readFileSync(new URL('../../../../../docs/components-guide.md', import.meta.url), 'utf8');
const guide = pages.slice(pages.indexOf('## 6. Report orders'), pages.indexOf('## Single-page applications'));

describe('samples of orders (docs/dashboard.md Y4.8)', () => {
  it('are those of docs/components-guide.md "6. Report orders", whose tests send them, with the values of the company', () => {
    const samples = orderSamples({ api: 'https://svc.example', companyKey: 'a1B2c3D4e5F6g7H8i9J0k1L2m' });
    for (const { language, code } of samples) {
      expect(guide.replaceAll('$SVC_URL', 'https://svc.example'), language).toContain(`\n${code}\n\`\`\``);
    }
    expect(samples.map(({ language }) => language)).toEqual(['curl', 'HTML', 'Shopify Flow', 'Shopify Flow, refunds']);
    const [curl, html] = orderSamples({ api: 'http://localhost:8080', companyKey: 'k3J9sPq0Zr7Wn2Vt5Yb8Xc1Md' });
    expect(curl?.code).toContain('"http://localhost:8080/api/v1/orders"');
    expect(html?.code).toContain("COMPANY_ID: 'k3J9sPq0Zr7Wn2Vt5Yb8Xc1Md'");
    expect(html?.code).toContain('src="http://localhost:8080/components.js"');
  });
});
