/** Mulberry32: a small seeded generator, so that every run measures the same data. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const QUESTIONS = 6;
const OPTIONS = 4;
export const CHOICES = OPTIONS ** QUESTIONS;

/** A company of `variantCount` variants, four a product, and a funnel of six questions with four options each. */
export function benchCompany(handle: string, variantCount: number) {
  const random = seeded(7);
  const pick = (count: number) => Math.floor(random() * count);
  const tags = () => Array.from({ length: QUESTIONS }, (_, question) => `q${question}:o${pick(OPTIONS)}`);
  return {
    name: handle,
    catalog: {
      products: Array.from({ length: variantCount / 4 }, (_, product) => ({
        shopSystemId: `P${product}`,
        name: `Product ${product}`,
        tags: product % 3 === 0 ? ['line:rich'] : [],
        variants: Array.from({ length: 4 }, (_, variant) => ({
          shopSystemId: `4210000${String(product * 4 + variant).padStart(7, '0')}`,
          name: `Product ${product}, shade ${variant}`,
          available: true,
          tags: tags(),
        })),
      })),
    },
    funnels: [
      {
        subdomain: `${handle}-funnel`,
        name: 'Bench',
        published: {
          steps: Array.from({ length: QUESTIONS }, (_, question) => ({
            id: question + 1,
            type: 'SINGLE_SELECTION',
            orderNumber: question,
            title: { default: `Question ${question}`, de: `Frage ${question}` },
            selections: Array.from({ length: OPTIONS }, (_, option) => ({
              key: `o${option}`,
              orderNumber: option,
              caption: { default: `Option ${option}`, de: `Auswahl ${option}` },
              tags: { require: [], prefer: [`q${question}:o${option}`], avoid: [] },
            })),
          })),
        },
      },
    ],
  };
}

/** The n-th of all answer combinations, `0 ≤ n < CHOICES`. */
export function benchAnswers(n: number): { stepId: number; selectedKey: string }[] {
  return Array.from({ length: QUESTIONS }, (_, question) => ({
    stepId: question + 1,
    selectedKey: `o${Math.floor(n / OPTIONS ** question) % OPTIONS}`,
  }));
}
