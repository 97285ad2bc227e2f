/** Shades of each product. */
const SHADES = 5;

/** The header and the rows of a cosmetics shop's file: five shades a product, most columns filled, one quoted. The same for the same count. */
export function* seededCsvLines(rows: number): Generator<string> {
  yield 'id;name;url;parentId;price;currency;availability;vendor;line;packageSize;coverImage;shortDescription;color;tags\n';
  for (let index = 0; index < rows; index++) {
    const product = Math.floor(index / SHADES);
    const shade = ((index * 2_654_435_761) >>> 8).toString(16).slice(-6).padStart(6, '0');
    yield `V${index};Velvet Foundation ${product} Shade ${index % SHADES};https://shop.example/p/${product}?variant=${index};P${product};` +
      `${10 + (index % 10)}.90;EUR;in_stock;Glow;Velvet;30 ml;https://cdn.example/i/${index}.jpg;"Soft, matte; all day";#${shade};` +
      `category:foundation|finish:matte|batch:${index % 4_000}\n`;
  }
}

/** Lines that Shopify's bulk operation writes of the same shop, products before their variants. `variants * 1.2` objects. */
export function* seededBulkLines(variants: number): Generator<string> {
  for (let product = 0; product * SHADES < variants; product++) {
    const id = `gid://shopify/Product/${product + 1}`;
    const shared = {
      title: `Velvet Foundation ${product}`,
      status: 'ACTIVE',
      onlineStoreUrl: `https://shop.example/p/${product}`,
    };
    const preview = { image: { url: `https://cdn.example/p/${product}.jpg` } };
    yield line({
      id,
      ...shared,
      vendor: 'Glow',
      productType: 'Foundation',
      tags: ['finish:matte', `batch:${product % 800}`],
      updatedAt: '2026-11-01T08:00:00Z',
      featuredMedia: { preview },
    });
    for (let shade = 0; shade < SHADES; shade++) {
      yield line({
        id: `gid://shopify/ProductVariant/${product * SHADES + shade + 1}`,
        title: `Shade ${shade}`,
        price: `${10 + shade}.90`,
        compareAtPrice: null,
        availableForSale: true,
        position: shade + 1,
        selectedOptions: [{ name: 'Color', value: `Shade ${shade}` }],
        image: { url: `https://cdn.example/i/${product * SHADES + shade}.jpg` },
        product: { id, ...shared },
        __parentId: id,
      });
    }
  }
}

const line = (node: object): string => `${JSON.stringify(node)}\n`;

/** The lines in buffers of about 64 KiB, each one new, as a network hands them out. */
export function* toChunks(lines: Iterable<string>): Generator<Buffer> {
  let piece = '';
  for (const text of lines) {
    piece += text;
    if (piece.length < 64 * 1024) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}
