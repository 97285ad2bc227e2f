/** Product and variant; the id where the catalog knows no name. In many catalogs the name of a variant begins with that of its product. */
export function toVariantName(variant: { variantId: string; productName: string | null; variantName: string | null }) {
  const { productName, variantName, variantId } = variant;
  if (productName === null) return variantId;
  if (variantName?.startsWith(productName)) return variantName;
  return [productName, variantName].filter(Boolean).join(', ');
}
