import { sizes } from './shades.mjs';

/** A skincare product: tags are `concern:`, `ingredient:` and so on, separated by spaces. */
const care = (id, name, category, shape, line, list, tags, text, more = {}) => ({
  area: 'skincare', vendor: 'Tidepool Botanics', rule: null, id, name, category, shape, line, text, tags: tags.split(' '), variants: sizes(list), ...more,
});

export const skincare = [
  care('CLN-MILK', 'Low Tide Cleansing Milk', 'cleanser', 'pump', 'Low Tide', '100 ml 12.9, 200 ml 19.9', 'concern:dryness concern:sensitivity texture:milk texture:rich free_from:fragrance', 'Oat milk and squalane take the day off without taking more.'),
  care('CLN-GEL', 'Clear Water Gel Cleanser', 'cleanser', 'pump', 'Clear Water', '150 ml 13.9', 'concern:oiliness concern:blemishes texture:gel ingredient:bha', 'Foams gently; 0.5 % salicylic acid keeps pores clear.'),
  care('CLN-BALM', 'Melt Away Cleansing Balm', 'cleanser', 'jar', 'Low Tide', '30 g 9.9, 90 g 22.9', 'concern:dryness concern:fine_lines texture:balm texture:oil texture:rich ingredient:fragrance', 'Solid oil that turns to milk; even mascara gives up.'),
  care('CLN-FOAM', 'Morning Foam Cleanser', 'cleanser', 'pump', 'Morning Dew', '150 ml 12.9', 'concern:dullness texture:foam ingredient:niacinamide', 'A cloud of amino-acid foam for a light start.'),
  care('CLN-MICRO', 'Micellar Tide Water', 'cleanser', 'bottle', 'Low Tide', '200 ml 9.9, 400 ml 15.9', 'concern:sensitivity concern:redness texture:water free_from:fragrance', 'No rinse, no sting, no perfume.'),
  care('TON-MIST', 'Sea Fennel Toner Mist', 'toner', 'spray', 'Sea Fennel', '100 ml 15.9', 'concern:dryness concern:dullness texture:water ingredient:hyaluronic_acid', 'Fine mist with sea fennel and three weights of hyaluronic acid.'),
  care('TON-AHA', 'Smooth Pebble AHA Toner', 'toner', 'bottle', 'Smooth Pebble', '150 ml 18.9', 'concern:pigmentation concern:dullness concern:fine_lines texture:water ingredient:aha audience:adult', '7 % glycolic acid, buffered; for the evening, never before the sun.'),
  care('TON-CALM', 'Still Harbour Toner', 'toner', 'bottle', 'Still Harbour', '150 ml 14.9', 'concern:redness concern:sensitivity texture:water free_from:fragrance ingredient:centella', 'Centella and panthenol lower the volume of angry skin.'),
  care('SER-C', 'Bright Coast Vitamin C Serum', 'serum', 'dropper', 'Bright Coast', '15 ml 24.9, 30 ml 39.9', 'concern:pigmentation concern:dullness texture:fluid ingredient:vitamin_c audience:adult', '12 % stable vitamin C with ferulic acid.'),
  care('SER-B3', 'Even Keel Niacinamide Serum', 'serum', 'dropper', 'Even Keel', '30 ml 19.9', 'concern:oiliness concern:blemishes concern:redness texture:fluid ingredient:niacinamide', '10 % niacinamide and zinc for skin that cannot decide.'),
  care('SER-HYA', 'Deep Drink Hyaluronic Serum', 'serum', 'dropper', 'Deep Drink', '30 ml 21.9, 50 ml 31.9', 'concern:dryness concern:fine_lines texture:gel ingredient:hyaluronic_acid free_from:fragrance', 'Five molecular weights; drinks for every floor of the house.'),
  care('SER-RET', 'Night Ferry Retinol Serum', 'serum', 'dropper', 'Night Ferry', '15 ml 27.9, 30 ml 44.9', 'concern:fine_lines concern:pigmentation texture:fluid ingredient:retinol audience:adult', '0.3 % encapsulated retinol; start twice a week, then stay aboard.'),
  care('SER-BAK', 'Slow Boat Bakuchiol Serum', 'serum', 'dropper', 'Night Ferry', '30 ml 36.9', 'concern:fine_lines concern:sensitivity texture:oil ingredient:bakuchiol', 'The gentle way to where retinol goes.'),
  care('SER-PEP', 'Anchor Peptide Serum', 'serum', 'dropper', 'Anchor', '30 ml 42.9', 'concern:fine_lines texture:fluid ingredient:peptides audience:adult', 'Six peptides that hold on to firmness.'),
  care('SER-AZE', 'Level Sea Azelaic Serum', 'serum', 'dropper', 'Still Harbour', '30 ml 23.9', 'concern:redness concern:blemishes concern:pigmentation texture:cream ingredient:azelaic_acid free_from:fragrance', '10 % azelaic acid in a quiet cream.'),
  care('SER-BHA', 'Clear Water BHA Drops', 'serum', 'dropper', 'Clear Water', '30 ml 18.9', 'concern:blemishes concern:oiliness texture:fluid ingredient:bha audience:adult', '2 % salicylic acid; for spots, and for the thought of spots.'),
  care('DAY-RICH', 'Winter Coast Rich Cream', 'day_cream', 'jar', 'Winter Coast', '50 ml 29.9', 'concern:dryness concern:sensitivity texture:rich texture:cream ingredient:ceramides free_from:fragrance', 'Ceramides and oat lipids against wind, heating and January.'),
  care('DAY-LIGHT', 'Light Breeze Gel Cream', 'day_cream', 'jar', 'Light Breeze', '50 ml 24.9', 'concern:oiliness concern:blemishes texture:gel ingredient:niacinamide', 'Water-light, matte, gone in seconds.'),
  care('DAY-GLOW', 'Morning Dew Day Cream', 'day_cream', 'jar', 'Morning Dew', '30 ml 17.9, 50 ml 26.9', 'concern:dullness concern:dryness texture:cream ingredient:hyaluronic_acid ingredient:fragrance', 'A satin cream with a touch of pearl and white tea.'),
  care('DAY-CALM', 'Still Harbour Day Cream', 'day_cream', 'tube', 'Still Harbour', '50 ml 25.9', 'concern:redness concern:sensitivity texture:cream ingredient:centella free_from:fragrance', 'Green-tinted comfort for skin that blushes at everything.'),
  care('DAY-FIRM', 'Anchor Firming Day Cream', 'day_cream', 'jar', 'Anchor', '50 ml 38.9', 'concern:fine_lines texture:rich texture:cream ingredient:peptides audience:adult', 'Peptides and shea for skin with stories.'),
  care('NGT-RICH', 'Deep Sleep Night Cream', 'night_cream', 'jar', 'Night Ferry', '50 ml 34.9', 'concern:dryness concern:fine_lines texture:rich texture:cream ingredient:ceramides', 'Thick, slow and worth it in the morning.'),
  care('NGT-RET', 'Night Ferry Retinol Cream', 'night_cream', 'jar', 'Night Ferry', '50 ml 41.9', 'concern:fine_lines concern:pigmentation texture:cream ingredient:retinol audience:adult', 'Retinol for beginners, wrapped in squalane.'),
  care('NGT-GEL', 'Moon Pool Sleeping Gel', 'night_cream', 'jar', 'Moon Pool', '60 ml 25.9', 'concern:oiliness concern:dullness texture:gel ingredient:aha audience:adult', 'Overnight gel with lactic acid; wake up clearer.'),
  care('EYE-GEL', 'Early Ferry Eye Gel', 'eye_care', 'tube', 'Early Ferry', '15 ml 19.9', 'concern:dullness concern:fine_lines texture:gel ingredient:caffeine', 'Caffeine and cucumber for the first boat out.'),
  care('EYE-CREAM', 'Anchor Eye Cream', 'eye_care', 'jar', 'Anchor', '15 ml 29.9', 'concern:fine_lines concern:dryness texture:rich ingredient:peptides audience:adult', 'Rich care for thin skin.'),
  care('SPF-FLUID', 'Lighthouse Fluid SPF 50', 'sun_care', 'bottle', 'Lighthouse', '50 ml 21.9, 100 ml 34.9', 'concern:pigmentation concern:fine_lines texture:fluid benefit:spf free_from:fragrance', 'Invisible on every skin tone; no white cast, promised and measured.'),
  care('SPF-MATTE', 'Lighthouse Matte SPF 30', 'sun_care', 'tube', 'Lighthouse', '50 ml 19.9', 'concern:oiliness concern:blemishes texture:gel benefit:spf', 'Dry-touch gel for city days.'),
  care('SPF-MIN', 'Lighthouse Mineral SPF 30', 'sun_care', 'tube', 'Lighthouse', '50 ml 22.9', 'concern:sensitivity concern:redness texture:cream benefit:spf free_from:fragrance', 'Zinc only, for the most delicate faces.'),
  care('OIL-ROSE', 'Beach Rose Face Oil', 'face_oil', 'dropper', 'Beach Rose', '30 ml 28.9', 'concern:dryness concern:fine_lines texture:oil texture:rich ingredient:fragrance', 'Cold-pressed rosehip and a few drops of summer.'),
  care('OIL-HEMP', 'Dune Grass Balancing Oil', 'face_oil', 'dropper', 'Dune Grass', '30 ml 24.9', 'concern:oiliness concern:redness texture:oil free_from:fragrance', 'Hemp and squalane, light enough for oily skin.'),
  care('MSK-CLAY', 'Tidal Flat Clay Mask', 'mask', 'jar', 'Clear Water', '75 ml 17.9', 'concern:oiliness concern:blemishes texture:clay', 'Grey sea clay; ten minutes, not eleven.'),
  care('MSK-HYDRA', 'Deep Drink Cream Mask', 'mask', 'tube', 'Deep Drink', '75 ml 18.9', 'concern:dryness texture:rich texture:cream ingredient:hyaluronic_acid', 'A long drink for Sunday evenings.'),
  care('MSK-SHEET', 'Still Harbour Sheet Mask', 'mask', 'sachet', 'Still Harbour', '25 ml 4.9, 125 ml 19.9', 'concern:redness concern:sensitivity texture:water ingredient:centella free_from:fragrance', 'Compostable sheet, calm face.'),
  care('MSK-GLOW', 'Bright Coast Glow Mask', 'mask', 'jar', 'Bright Coast', '50 ml 22.9', 'concern:dullness concern:pigmentation texture:gel ingredient:aha ingredient:vitamin_c audience:adult', 'Fruit acids and vitamin C, five bright minutes.'),
  care('EXF-ENZ', 'Smooth Pebble Enzyme Powder', 'exfoliant', 'jar', 'Smooth Pebble', '45 g 19.9', 'concern:dullness concern:blemishes texture:powder ingredient:enzymes', 'Papaya enzymes; add water, wait for the foam.'),
  care('EXF-AHA', 'Smooth Pebble Peel Pads', 'exfoliant', 'jar', 'Smooth Pebble', '60 ml 23.9', 'concern:pigmentation concern:fine_lines texture:water ingredient:aha audience:adult', 'Thirty pads for thirty evenings.'),
  care('HND-CREAM', 'Rope and Salt Hand Cream', 'hand_care', 'tube', 'Rope and Salt', '30 ml 6.9, 75 ml 12.9', 'concern:dryness texture:rich texture:cream ingredient:fragrance', 'Made for sailors, borrowed by everybody.'),
  care('BDY-LOTION', 'Long Beach Body Lotion', 'body_care', 'pump', 'Long Beach', '200 ml 16.9, 400 ml 26.9', 'concern:dryness texture:milk ingredient:fragrance', 'Light lotion with almond and neroli.'),
  care('BDY-BALM', 'Harbour Wall Body Balm', 'body_care', 'jar', 'Winter Coast', '150 ml 21.9', 'concern:dryness concern:sensitivity texture:rich texture:balm free_from:fragrance', 'For elbows, knees and other weather-facing parts.'),
];

const scent = (id, name, list, text, tags) => care(id, name, 'fragrance', 'perfume', 'Quiet Air', list, `ingredient:fragrance audience:adult ${tags}`, text, { area: 'fragrance', vendor: 'Lune Beauty' });
const tool = (id, name, shape, price, text, tags = '') => ({
  area: 'tools', vendor: 'Lune Beauty', rule: null, id, name, category: 'tool', shape, line: 'Good Hands', price, size: [1, 'piece'], text, tags: ['material:vegan', ...tags.split(' ').filter(Boolean)], variants: [{ code: 'STD', name: '', hex: null }],
});

export const fragranceAndTools = [
  scent('FRG-LINDEN', 'Linden in June Eau de Parfum', '10 ml 24.9, 50 ml 69', 'Linden blossom, honey, warm stone.', 'occasion:weekend style:romantic'),
  scent('FRG-NIGHT', 'Lune Noire Eau de Parfum', '10 ml 26.9, 50 ml 74', 'Fig leaf, black tea, a door left open.', 'occasion:evening style:classic'),
  scent('FRG-SALT', 'Salt Line Eau de Parfum', '10 ml 24.9, 50 ml 69', 'Sea salt, driftwood, clean cotton.', 'occasion:travel style:minimal'),
  tool('TLS-FOUND', 'Good Hands Foundation Brush', 'brush', 18.9, 'Dense vegan bristles, walnut handle.'),
  tool('TLS-POWDER', 'Good Hands Powder Brush', 'brush', 21.9, 'A cloud on a stick.'),
  tool('TLS-EYE', 'Good Hands Eye Brush Duo', 'brush', 16.9, 'One to lay down, one to blend out.'),
  tool('TLS-SPONGE', 'Good Hands Blending Sponge', 'sponge', 7.9, 'Plant-based foam; use it damp.'),
  tool('TLS-CURLER', 'Good Hands Lash Curler', 'curler', 12.9, 'Wide curve, soft pads, no pinching.'),
  tool('TLS-ROLLER', 'Still Harbour Face Roller', 'roller', 19.9, 'Cool jade for warm mornings.', 'concern:redness'),
];
