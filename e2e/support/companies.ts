/** A small company whose right answers are easy to see: one question, one variant per option, one that says nothing. */
export function smallCompany(overrides: { subdomain?: string; variants?: string[] } = {}) {
  const subdomain = overrides.subdomain ?? 'skin';
  const variants = overrides.variants ?? ['dry-1', 'oily-1', 'plain-1'];
  return {
    name: 'Small Company',
    language: 'en',
    catalog: {
      products: variants.map((id) => ({
        shopSystemId: `product-${id}`,
        name: id,
        url: `https://shop.example/${id}`,
        tags: id.startsWith('plain') ? [] : [`skin:${id.split('-')[0]}`],
        variants: [{ shopSystemId: id, name: id, available: true }],
      })),
    },
    funnels: [
      {
        subdomain,
        name: 'Skin quiz',
        published: {
          steps: [
            {
              id: 1,
              key: 'skin',
              type: 'SINGLE_SELECTION',
              orderNumber: 0,
              title: { default: 'Your skin', de: 'Deine Haut' },
              selections: ['dry', 'oily'].map((key, orderNumber) => ({
                key,
                orderNumber,
                caption: key,
                tags: { require: [`skin:${key}`], prefer: [], avoid: [] },
              })),
            },
          ],
        },
      },
    ],
  };
}
