/** A native file of `count` variants, five a product, from `first` on. */
export function nativeCsv(count: number, first = 0): string {
  let csv = 'id;name;url;parentId;price;availability;tags\n';
  for (let index = first; index < first + count; index++) {
    const product = Math.floor(index / 5);
    csv += `V${index};Foundation ${product} Shade ${index};https://shop.example/p/${product};P${product};19.90;true;category:foundation\n`;
  }
  return csv;
}
