/** The median and the 99th percentile of a histogram, by legend. */
export function quantiles(name: string, selector = '', by: readonly string[] = []): Record<string, string> {
  const labels = by.map((label) => `{{${label}}}`).join(' ');
  const rate = `sum by (${['le', ...by].join(', ')}) (rate(${name}_bucket{job="svc"${selector && `,${selector}`}}[5m]))`;
  return {
    [`50 % ${labels}`.trim()]: `histogram_quantile(0.5, ${rate})`,
    [`99 % ${labels}`.trim()]: `histogram_quantile(0.99, ${rate})`,
  };
}
