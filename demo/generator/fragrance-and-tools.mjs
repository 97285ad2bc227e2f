import { care } from './care.mjs';

const scent = (id, name, list, text, tags) =>
  care(id, name, 'fragrance', 'perfume', 'Quiet Air', list, `ingredient:fragrance audience:adult ${tags}`, text, {
    area: 'fragrance',
    vendor: 'Lune Beauty',
  });
const tool = (id, name, shape, price, text, tags = '') => ({
  area: 'tools',
  vendor: 'Lune Beauty',
  rule: null,
  id,
  name,
  category: 'tool',
  shape,
  line: 'Good Hands',
  price,
  size: [1, 'piece'],
  text,
  tags: ['material:vegan', ...tags.split(' ').filter(Boolean)],
  variants: [{ code: 'STD', name: '', hex: null }],
});

export const fragranceAndTools = [
  scent(
    'FRG-LINDEN',
    'Linden in June Eau de Parfum',
    '10 ml 24.9, 50 ml 69',
    'Linden blossom, honey, warm stone.',
    'occasion:weekend style:romantic',
  ),
  scent(
    'FRG-NIGHT',
    'Lune Noire Eau de Parfum',
    '10 ml 26.9, 50 ml 74',
    'Fig leaf, black tea, a door left open.',
    'occasion:evening style:classic',
  ),
  scent(
    'FRG-SALT',
    'Salt Line Eau de Parfum',
    '10 ml 24.9, 50 ml 69',
    'Sea salt, driftwood, clean cotton.',
    'occasion:travel style:minimal',
  ),
  tool('TLS-FOUND', 'Good Hands Foundation Brush', 'brush', 18.9, 'Dense vegan bristles, walnut handle.'),
  tool('TLS-POWDER', 'Good Hands Powder Brush', 'brush', 21.9, 'A cloud on a stick.'),
  tool('TLS-EYE', 'Good Hands Eye Brush Duo', 'brush', 16.9, 'One to lay down, one to blend out.'),
  tool('TLS-SPONGE', 'Good Hands Blending Sponge', 'sponge', 7.9, 'Plant-based foam; use it damp.'),
  tool('TLS-CURLER', 'Good Hands Lash Curler', 'curler', 12.9, 'Wide curve, soft pads, no pinching.'),
  tool('TLS-ROLLER', 'Still Harbour Face Roller', 'roller', 19.9, 'Cool jade for warm mornings.', 'concern:redness'),
];
