// `npm run deploy:images -- [--prefix registry.example.com/svc/] [--storage FOLDER] [NAME…]`: builds all images, or some.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { IMAGES } from './services.ts';
import { buildImages, readSource } from './src/images/build-images.ts';
import { createBuildah } from './src/images/buildah.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { prefix: { type: 'string', default: 'localhost/' }, storage: { type: 'string' } },
});
const unknown = positionals.filter((name) => !IMAGES.some((image) => image.name === name));
if (unknown.length > 0) {
  console.error(`There is no image ${unknown.join(', ')}. Images: ${IMAGES.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const images = await buildImages({
  root,
  folder: `${root}/deploy/dist/images`,
  imaged: IMAGES.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
  source: await readSource(root, process.env),
  buildah: await createBuildah(values.storage),
  prefix: values.prefix,
});
rmSync(`${root}/deploy/dist/images/context`, { recursive: true });
for (const { tag, id } of images) console.log(`${tag}  ${id.slice(0, 12)}`);
console.log('Bills of materials: deploy/dist/images/sbom');
