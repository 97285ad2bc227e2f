import { sizes } from './shades.mjs';

/** A skincare product: tags are `concern:`, `ingredient:` and so on, separated by spaces. */
export const care = (id, name, category, shape, line, list, tags, text, more = {}) => ({
  area: 'skincare',
  vendor: 'Tidepool Botanics',
  rule: null,
  id,
  name,
  category,
  shape,
  line,
  text,
  tags: tags.split(' '),
  variants: sizes(list),
  ...more,
});
