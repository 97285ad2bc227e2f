import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { checkFunnel } from './checks/check-funnel.mjs';
import { readCatalog } from './checks/read-catalog.mjs';
import { DEMO_DIRECTORY, generateDemo } from './generate.mjs';
import { COLOR_TYPES, DEPTHS, UNDERTONES } from './generator/color-rules.mjs';
import { DEMO_BASE_URL } from './generator/rows.mjs';

const MIN_PRODUCTS = 130;
const MIN_VARIANTS = 650;
/** The most that one match may have to compare. */
const MAX_ELIGIBLE = 2_000;
const MAX_PICTURE_BYTES = 1_500_000;
const TAG = /^[a-z][a-z_]*:[A-Za-z0-9_*/-]+$/;
const COMPLEXION = new Set(
  DEPTHS.flatMap(({ value }) => [...UNDERTONES, '*'].map((undertone) => `${value}/${undertone}`)),
);

/** The last letter of a shade number says its undertone; the tag, which comes from the color, must say the same. */
const TONE_LETTERS = { C: 'COOL', N: 'NEUTRAL', W: 'WARM' };

function checkUndertone({ id, tags }, problems) {
  const letter = /-\d\d([CNW])$/.exec(id)?.[1];
  const complexion = tags.filter((tag) => tag.startsWith('complexion:') && !tag.endsWith('/*'));
  if (letter && complexion.some((tag) => !tag.endsWith(`/${TONE_LETTERS[letter]}`)))
    problems.push(`${id}: its color says ${complexion.join(', ')}.`);
}

function checkVariants(variants, problems) {
  const seen = new Set();
  for (const variant of variants) {
    const { id, tags, color, available, price, compareAtPrice } = variant;
    checkUndertone(variant, problems);
    if (seen.has(id)) problems.push(`${id} is in the catalog twice.`);
    seen.add(id);
    if (color && !/^#[0-9a-f]{6}$/.test(color)) problems.push(`${id}: ${color} is not a color.`);
    if (available === undefined) problems.push(`${id}: availability is neither in_stock nor out_of_stock.`);
    if (!(price > 0) || (compareAtPrice !== undefined && compareAtPrice <= price))
      problems.push(`${id}: price ${price}, before ${compareAtPrice}.`);
    for (const tag of tags) {
      const [namespace, value] = tag.split(':');
      const known =
        namespace === 'color_type' ? COLOR_TYPES.includes(value) : namespace !== 'complexion' || COMPLEXION.has(value);
      if (!TAG.test(tag) || !known) problems.push(`${id}: ${tag} is not a tag.`);
    }
  }
}

/** The importer takes the common prefix of a group's names as the product's name; it must end where the separator stands. */
function checkProductNames(products, problems) {
  for (const [id, { names }] of products) {
    if (names.length === 1) continue;
    const [first] = names;
    let length = 0;
    while (length < first.length && names.every((name) => name[length] === first[length])) length += 1;
    if (!first.slice(0, length).endsWith(' – '))
      problems.push(`${id}: '${first.slice(0, length)}' is no product name.`);
  }
}

function checkSets(sets, byId, products, problems) {
  for (const set of sets) {
    if (!byId.has(set.variantId))
      problems.push(`Set ${set.key}: its own variant ${set.variantId} is not in the catalog.`);
    for (const { id } of set.variants ?? [])
      if (!byId.get(id)?.available) problems.push(`Set ${set.key}: ${id} is missing or not available.`);
    for (const { id } of set.products ?? [])
      if (!products.has(id)) problems.push(`Set ${set.key}: there is no product ${id}.`);
    if (!('size' in set)) continue;
    const room = set.products.reduce((sum, { id, max }) => sum + Math.min(max, products.get(id)?.available ?? 0), 0);
    if (room < set.size) problems.push(`Set ${set.key}: at most ${room} of ${set.size} can be filled.`);
  }
}

function checkTagging({ products: byProduct, variants: byVariant }, byId, products, problems) {
  for (const id of Object.keys(byProduct)) if (!products.has(id)) problems.push(`Tagging: there is no product ${id}.`);
  for (const id of Object.keys(byVariant)) if (!byId.has(id)) problems.push(`Tagging: there is no variant ${id}.`);
  for (const tag of [...Object.values(byProduct), ...Object.values(byVariant)].flat())
    if (!TAG.test(tag)) problems.push(`Tagging: ${tag} is not a tag.`);
}

function checkFiles(company, variants, problems) {
  for (const [path, content] of Object.entries(generateDemo())) {
    const file = join(DEMO_DIRECTORY, path);
    if (!existsSync(file) || readFileSync(file, 'utf8') !== content)
      problems.push(`${path} is not what generate.mjs writes: run it again.`);
  }
  const addresses = [
    ...variants.map(({ coverImage }) => coverImage),
    ...JSON.stringify(company)
      .matchAll(/"imageUrl":"([^"]+)"/g)
      .map(([, url]) => url),
  ];
  for (const address of new Set(addresses)) {
    const [path, anchor] = address.replace(`${DEMO_BASE_URL}/demo/`, '').split('#');
    const file = join(DEMO_DIRECTORY, path);
    if (!existsSync(file)) problems.push(`${address}: there is no such picture.`);
    else if (anchor && !readFileSync(file, 'utf8').includes(`id="${anchor}"`))
      problems.push(`${address}: the picture has no such shade.`);
  }
  const sizes = ['options', 'products'].flatMap((folder) =>
    readdirSync(join(DEMO_DIRECTORY, 'images', folder)).map(
      (name) => statSync(join(DEMO_DIRECTORY, 'images', folder, name)).size,
    ),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes > MAX_PICTURE_BYTES) problems.push(`The pictures have ${bytes} bytes.`);
  return { pictures: sizes.length, pictureBytes: bytes };
}

/**
 * Checks that the company file, the feed and the pictures agree with each other.
 * Reads files only. An empty `problems` is what a test expects; the counts are for its own limits.
 */
export function checkDemo() {
  const problems = [];
  const company = parseYaml(readFileSync(join(DEMO_DIRECTORY, 'company.yaml'), 'utf8'));
  const { variants, products, byId } = readCatalog(join(DEMO_DIRECTORY, 'catalog.csv'), company.tagging);
  checkVariants(variants, problems);
  checkProductNames(products, problems);
  checkSets(company.sets, byId, products, problems);
  checkTagging(company.tagging, byId, products, problems);
  for (const funnel of company.funnels)
    checkFunnel(funnel, { variants, products, byId, sets: company.sets, maxEligible: MAX_ELIGIBLE }, problems);
  const pictures = checkFiles(company, variants, problems);
  if (products.size < MIN_PRODUCTS || variants.length < MIN_VARIANTS)
    problems.push(`${products.size} products, ${variants.length} variants.`);
  const getSteps = (funnel) => funnel.published.steps;
  return {
    products: products.size,
    variants: variants.length,
    unavailable: variants.filter(({ available }) => !available).length,
    sets: company.sets.length,
    funnels: company.funnels.length,
    steps: Object.fromEntries(company.funnels.map((funnel) => [funnel.subdomain, getSteps(funnel).length])),
    stepTypes: [...new Set(company.funnels.flatMap(getSteps).map(({ type }) => type))].sort(),
    ...pictures,
    problems,
  };
}
