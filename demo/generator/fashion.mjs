import { lchToHex } from './color.mjs';
import { slug } from './shades.mjs';

/** The dye house: every garment colour of Linden Atelier as L*, C*, hue. */
const DYES = {
  Ivory: [94, 8, 92], Chalk: [95, 1, 90], Oat: [82, 14, 82], Camel: [64, 34, 72], Cognac: [46, 42, 58], Rust: [44, 52, 50], Terracotta: [56, 44, 48],
  Mustard: [68, 58, 84], Butter: [90, 34, 95], Peach: [80, 30, 58], Coral: [64, 54, 40], Scarlet: [46, 72, 38], Claret: [30, 42, 20], Blush: [80, 18, 15],
  Rose: [64, 32, 8], Fuchsia: [48, 64, 352], Plum: [30, 30, 330], Lilac: [74, 22, 310], Sky: [78, 18, 250], Denim: [46, 24, 266], Cobalt: [38, 54, 285],
  Navy: [22, 24, 280], Petrol: [36, 22, 215], Turquoise: [66, 36, 200], Sage: [68, 16, 135], Olive: [44, 28, 108], Forest: [30, 24, 155], Emerald: [46, 46, 158],
  Mocha: [38, 18, 56], Chocolate: [26, 16, 50], Dove: [74, 3, 250], Stone: [66, 9, 80], Graphite: [32, 3, 265], Black: [13, 1, 270],
};

/**
 * A garment in every colour and size.
 * @param sizes - `XS-XL` style range, `37-41` for shoes, or `` for one size.
 */
function garment(id, name, category, shape, price, colours, sizes, tags, text, more = {}) {
  const list = colours.split(' ');
  return {
    area: 'fashion', vendor: 'Linden Atelier', rule: 'color', id, name, category, shape, price, text, line: more.line ?? 'Atelier', tags: tags.split(' '), was: more.was,
    variants: list.flatMap((colour) =>
      SIZES[sizes].map((size) => ({
        code: size ? `${slug(colour)}-${size}` : slug(colour),
        name: size ? `${colour}, ${size}` : colour,
        shade: colour,
        hex: lchToHex(DYES[colour]),
        tags: size === '' ? [] : [Number.isNaN(Number(size)) ? `size:${size}` : `shoe_size:${size}`],
        packageSize: size,
      })),
    ),
  };
}

const SIZES = { '': [''], 'XS-XL': ['XS', 'S', 'M', 'L', 'XL'], 'S-L': ['S', 'M', 'L'], 'S-XL': ['S', 'M', 'L', 'XL'], '37-41': ['37', '38', '39', '40', '41'] };

export const fashion = [
  garment('KNT-FISHER', 'Fisherman Rib Sweater', 'knitwear', 'sweater', 119, 'Oat Navy Rust Forest', 'S-XL', 'style:classic style:minimal occasion:weekend occasion:travel material:wool fit:relaxed season:winter', 'Heavy lambswool rib, knitted in one piece in Galicia.', { line: 'Harbour Knits' }),
  garment('KNT-MERINO', 'Everyday Merino Crew', 'knitwear', 'sweater', 79, 'Dove Camel Claret Petrol Black', 'XS-XL', 'style:minimal style:classic occasion:work occasion:weekend material:wool fit:regular season:winter', 'Fine merino that fits under every blazer.', { line: 'Harbour Knits' }),
  garment('KNT-CLOUD', 'Cloud Mohair Cardigan', 'knitwear', 'cardigan', 139, 'Blush Lilac Butter', 'S-L', 'style:romantic occasion:weekend occasion:evening material:wool fit:relaxed season:winter', 'Airy mohair and silk with shell buttons.', { line: 'Harbour Knits' }),
  garment('KNT-COTTON', 'Slow Cotton Cardigan', 'knitwear', 'cardigan', 69, 'Ivory Sage Terracotta', 'S-XL', 'style:bohemian style:classic occasion:weekend material:cotton fit:regular season:summer', 'Organic cotton, wool-free, for cool evenings.', { was: 79 }),
  garment('TEE-BASIC', 'The Good Tee', 'tshirt', 'tee', 29, 'Chalk Black Navy Sage Coral', 'XS-XL', 'style:minimal style:sporty occasion:weekend occasion:travel material:cotton fit:regular season:summer', 'Heavy organic jersey that keeps its shape.', { line: 'Good Basics' }),
  garment('TEE-STRIPE', 'Breton Stripe Top', 'tshirt', 'tee', 45, 'Navy Scarlet', 'XS-XL', 'style:classic occasion:weekend occasion:travel material:cotton fit:regular season:summer', 'Boat neck, three-quarter sleeve, a little sea air.', { line: 'Good Basics' }),
  garment('BLS-SILK', 'Washed Silk Blouse', 'blouse', 'blouse', 129, 'Ivory Emerald Fuchsia Plum', 'S-XL', 'style:romantic style:classic occasion:work occasion:evening material:silk fit:relaxed', 'Sand-washed silk with a bow that is optional.'),
  garment('BLS-POPLIN', 'Crisp Poplin Shirt', 'blouse', 'blouse', 75, 'Chalk Sky Butter', 'XS-XL', 'style:minimal style:classic occasion:work material:cotton fit:tailored', 'A shirt with posture.'),
  garment('BLS-FOLK', 'Embroidered Folk Blouse', 'blouse', 'blouse', 89, 'Ivory Terracotta Denim', 'S-L', 'style:bohemian style:romantic occasion:weekend material:cotton fit:relaxed season:summer', 'Hand-guided embroidery, puffed sleeves, good mood.'),
  garment('BLS-LINEN', 'Coast Path Linen Shirt', 'blouse', 'blouse', 85, 'Oat Sky Olive Peach', 'S-XL', 'style:minimal style:bohemian occasion:travel occasion:weekend material:linen fit:relaxed season:summer', 'European linen, washed until it stops arguing.', { line: 'Coast Path' }),
  garment('DRS-SLIP', 'Moonlight Slip Dress', 'dress', 'dress', 149, 'Black Claret Emerald Dove', 'S-L', 'style:minimal style:romantic occasion:evening material:silk fit:relaxed', 'Bias-cut silk; needs nothing but a door to walk through.'),
  garment('DRS-WRAP', 'Market Day Wrap Dress', 'dress', 'dress', 99, 'Rust Petrol Fuchsia', 'XS-XL', 'style:romantic style:classic occasion:work occasion:weekend material:viscose fit:regular', 'A wrap that stays wrapped.'),
  garment('DRS-LINEN', 'Coast Path Linen Dress', 'dress', 'dress', 109, 'Ivory Sage Coral', 'S-XL', 'style:bohemian style:minimal occasion:weekend occasion:travel material:linen fit:relaxed season:summer', 'Pockets. Big ones.', { line: 'Coast Path' }),
  garment('DRS-KNIT', 'Ribbed Knit Dress', 'dress', 'dress', 119, 'Camel Graphite Forest', 'S-XL', 'style:minimal style:classic occasion:work occasion:evening material:wool fit:tailored season:winter', 'Fine rib in merino; warm, long, calm.', { line: 'Harbour Knits' }),
  garment('DRS-TENNIS', 'Court Tennis Dress', 'dress', 'dress', 69, 'Chalk Turquoise', 'S-L', 'style:sporty occasion:weekend material:recycled_polyester fit:regular season:summer', 'Quick-dry piqué with built-in shorts.', { line: 'Court', was: 79 }),
  garment('SKR-SATIN', 'Satin Midi Skirt', 'skirt', 'skirt', 79, 'Mocha Emerald Rose', 'S-XL', 'style:romantic style:classic occasion:evening occasion:work material:viscose fit:regular', 'Moves a second later than you do.'),
  garment('SKR-PLEAT', 'Pleated Wool Skirt', 'skirt', 'skirt', 109, 'Navy Camel', 'S-L', 'style:classic occasion:work material:wool fit:tailored season:winter', 'Sharp pleats, soft flannel.'),
  garment('SKR-PATCH', 'Patchwork Maxi Skirt', 'skirt', 'skirt', 95, 'Terracotta Denim', 'S-L', 'style:bohemian occasion:weekend occasion:travel material:cotton fit:relaxed season:summer', 'Made from the offcuts of last season.'),
  garment('TRS-WIDE', 'Tidal Wide Trousers', 'trousers', 'trousers', 99, 'Black Stone Navy', 'XS-XL', 'style:minimal style:classic occasion:work occasion:evening material:wool fit:tailored', 'High waist, deep pleat, long line.'),
  garment('TRS-LINEN', 'Coast Path Linen Trousers', 'trousers', 'trousers', 89, 'Oat Olive Chalk', 'S-XL', 'style:minimal style:bohemian occasion:travel occasion:weekend material:linen fit:relaxed season:summer', 'Drawstring, creases welcome.', { line: 'Coast Path' }),
  garment('TRS-JOGGER', 'Long Sunday Joggers', 'trousers', 'trousers', 65, 'Dove Graphite Plum', 'S-XL', 'style:sporty occasion:weekend occasion:travel material:cotton fit:relaxed', 'Loopback cotton with nothing to prove.', { line: 'Good Basics' }),
  garment('JNS-STRAIGHT', 'Straight Talk Jeans', 'jeans', 'trousers', 89, 'Denim Black Chalk', 'XS-XL', 'style:classic style:minimal occasion:weekend occasion:travel material:cotton fit:regular', 'Rigid organic denim that learns your shape.', { line: 'Straight Talk' }),
  garment('JNS-FLARE', 'Record Store Flares', 'jeans', 'trousers', 95, 'Denim Mocha', 'S-L', 'style:bohemian occasion:weekend material:cotton fit:tailored', 'Seventies on the left side, today on the right.', { line: 'Straight Talk' }),
  garment('BLZ-SOFT', 'Soft Shoulder Blazer', 'blazer', 'blazer', 179, 'Camel Graphite Navy', 'XS-XL', 'style:classic style:minimal occasion:work occasion:evening material:wool fit:tailored', 'Half-lined Italian flannel, unpadded, unhurried.'),
  garment('BLZ-LINEN', 'Coast Path Linen Blazer', 'blazer', 'blazer', 149, 'Stone Olive', 'S-L', 'style:minimal style:bohemian occasion:work occasion:travel material:linen fit:relaxed season:summer', 'For offices with a terrace.', { line: 'Coast Path', was: 169 }),
  garment('COA-WRAP', 'Long Goodbye Wrap Coat', 'coat', 'coat', 289, 'Camel Black Claret', 'S-L', 'style:classic style:romantic occasion:work occasion:evening material:wool fit:relaxed season:winter', 'Double-faced recycled wool with a belt for dramatic exits.'),
  garment('COA-RAIN', 'Harbour Raincoat', 'coat', 'coat', 169, 'Mustard Navy Olive', 'S-XL', 'style:sporty style:minimal occasion:travel occasion:weekend material:recycled_polyester fit:relaxed', 'Seam-sealed, vegan, cheerful in sideways rain.'),
  garment('JKT-DENIM', 'Second Shift Denim Jacket', 'jacket', 'jacket', 109, 'Denim Black', 'S-XL', 'style:classic style:bohemian occasion:weekend material:cotton fit:regular', 'Worker cut with deep pockets.', { line: 'Straight Talk' }),
  garment('JKT-QUILT', 'Market Quilted Jacket', 'jacket', 'jacket', 139, 'Olive Rust', 'S-L', 'style:bohemian style:sporty occasion:travel occasion:weekend material:cotton fit:relaxed season:winter', 'Quilted from kapok, light as an excuse.'),
  garment('SCF-CASH', 'Cashmere Travel Scarf', 'scarf', 'scarf', 99, 'Oat Dove Claret Petrol Blush Mustard', '', 'style:classic style:minimal occasion:travel occasion:work material:wool season:winter', 'A blanket that passes for a scarf.'),
  garment('SCF-SILK', 'Painted Silk Square', 'scarf', 'scarf', 69, 'Coral Cobalt Emerald Lilac', '', 'style:romantic style:bohemian occasion:evening occasion:work material:silk', 'Printed from watercolours; hand-rolled edges.'),
  garment('HAT-BEANIE', 'Harbour Beanie', 'hat', 'beanie', 35, 'Navy Rust Mustard Graphite', '', 'style:sporty style:minimal occasion:weekend occasion:travel material:wool season:winter', 'The fisherman approved.', { line: 'Harbour Knits' }),
  garment('HAT-STRAW', 'Coast Path Straw Hat', 'hat', 'hat', 49, 'Oat Black', '', 'style:bohemian style:romantic occasion:travel occasion:weekend material:straw season:summer', 'Rolls up, springs back.', { line: 'Coast Path' }),
  garment('BAG-TOTE', 'Everyday Leather Tote', 'bag', 'bag', 199, 'Cognac Black Forest', '', 'style:classic style:minimal occasion:work material:leather', 'Vegetable-tanned, laptop-deep, better each year.'),
  garment('BAG-CORK', 'Cork Crossbody', 'bag', 'bag', 89, 'Camel Black', '', 'style:minimal style:bohemian occasion:weekend occasion:travel material:cork', 'Vegan cork from Alentejo, surprisingly soft.'),
  garment('BAG-EVENING', 'Half Moon Clutch', 'bag', 'clutch', 79, 'Black Emerald Fuchsia Blush', '', 'style:romantic style:minimal occasion:evening material:recycled_polyester', 'Room for keys, lipstick and one secret.'),
  garment('BLT-CLASSIC', 'Two Finger Belt', 'belt', 'belt', 49, 'Cognac Black Chocolate', 'S-L', 'style:classic occasion:work occasion:weekend material:leather', 'Solid brass buckle, full-grain leather.'),
  garment('SHO-LOAFER', 'Library Loafers', 'shoes', 'shoe', 149, 'Black Cognac Claret', '37-41', 'style:classic style:minimal occasion:work heel:flat material:leather', 'Quiet soles for reading rooms.'),
  garment('SHO-SNEAKER', 'Court Sneakers', 'shoes', 'sneaker', 109, 'Chalk Sage', '37-41', 'style:sporty style:minimal occasion:weekend occasion:travel heel:flat material:vegan', 'Grape leather and natural rubber.', { line: 'Court' }),
  garment('SHO-BLOCK', 'Vermouth Block Heels', 'shoes', 'heel', 139, 'Black Scarlet', '37-41', 'style:classic style:romantic occasion:evening occasion:work heel:block material:leather', 'Six centimetres that you can dance in.'),
  garment('SHO-STILETTO', 'Last Tram Stilettos', 'shoes', 'heel', 159, 'Black Rose', '37-41', 'style:romantic occasion:evening heel:high material:vegan', 'Nine centimetres; the tram stop is close.'),
  garment('JWL-HOOPS', 'Tidepool Hoops', 'jewellery', 'hoops', 59, 'Butter Dove', '', 'style:minimal style:bohemian occasion:work occasion:evening material:recycled_silver', 'Recycled silver, plain or gilded.'),
  garment('JWL-PEARL', 'Single Pearl Necklace', 'jewellery', 'necklace', 79, 'Ivory Dove', '', 'style:romantic style:classic occasion:evening occasion:work material:recycled_silver', 'One pearl is enough.'),
];
