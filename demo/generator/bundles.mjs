/** The bundles' own variants. Their sets stand in company.yaml; `holds` lists the variants of the fixed ones, which are kept in stock. */
const bundle = (id, name, world, price, was, text, tags, holds = []) => ({
  holds,
  id, name, world, area: 'sets', category: 'set', shape: 'gift', vendor: world === 'beauty' ? 'Lune Beauty' : 'Linden Atelier', line: 'Bundles', price, was, rule: null, text, tags: tags.split(' '), variants: [{ code: '', name: '', hex: null }],
});

export const bundles = [
  bundle('SET-MORNING', 'Morning Dew Ritual', 'beauty', 52.9, 61.7, 'Cleanser, hyaluronic serum and day cream for thirsty skin.', 'concern:dryness', ['CLN-MILK-100ML', 'SER-HYA-30ML', 'DAY-GLOW-50ML']),
  bundle('SET-CALM', 'Still Harbour Rescue', 'beauty', 57.9, 64.7, 'Toner, azelaic serum and day cream for skin that reddens easily.', 'concern:redness concern:sensitivity', ['TON-CALM', 'SER-AZE', 'DAY-CALM']),
  bundle('SET-REDLIP', 'The Red Lip, Complete', 'beauty', 36.9, 41.7, 'Liner, matte lipstick and gloss in one true red.', 'occasion:evening', ['LIP-LINER-RED-PRINT', 'LIP-MATTE-TRUE-RED', 'LIP-GLOSS-RUBY-GLASS']),
  bundle('SET-LIPTRIO', 'Lip Wardrobe', 'beauty', 44.9, 54.7, 'Three lip colours chosen for you.', 'occasion:weekend'),
  bundle('SET-QUARTET', 'Eyeshadow Quartet', 'beauty', 33.9, 39.6, 'Four single shadows in a refillable tin.', 'texture:powder'),
  bundle('SET-NAILS', 'Nail Trio', 'beauty', 21.9, 26.7, 'Three lacquers that suit your colours.', 'finish:radiant'),
  bundle('SET-COAST', 'Coast Path Suit', 'fashion', 159, 174, 'Linen shirt and trousers in oat, size M.', 'style:minimal occasion:travel', ['BLS-LINEN-OAT-M', 'TRS-LINEN-OAT-M']),
  bundle('SET-CAPSULE', 'Five-Piece Capsule', 'fashion', 349, 410, 'Five pieces in your colours that all go together.', 'style:classic'),
];
