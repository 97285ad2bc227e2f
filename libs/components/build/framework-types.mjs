// Writes what frameworks and editors know of the elements, from dist/custom-elements.json: types for React (JSX) and Vue
// (templates), web-types for JetBrains editors and custom data for Visual Studio Code. Part of `build`.
import { readFile, writeFile } from 'node:fs/promises';

/**
 * @typedef {{ name: string, description?: string, default?: string, type?: { text: string }, attribute?: string, kind?: string,
 *   parameters?: { name: string, optional: boolean, type: { text: string } }[], return?: { type: { text: string } } }} Named
 * @typedef {{ tagName: string, name: string, description: string, attributes: Named[], members: Named[], events: Named[],
 *   slots: Named[], cssParts: Named[], cssProperties: Named[] }} Element
 */

const dist = new URL('../dist/', import.meta.url);
const { version, modules } = JSON.parse(await readFile(new URL('custom-elements.json', dist), 'utf8'));
/** @type {(Element & { path: string })[]} */
const elements = modules.map((/** @type {{ path: string, declarations: Element[] }} */ { path, declarations }) => ({
  ...declarations[0],
  path: path.replace(/^dist\//, './'),
}));

const GENERATED = '// Generated from dist/custom-elements.json.';

/** @param {Element} element */
const getProperties = ({ members }) => members.filter(({ kind }) => kind === 'field');

/** Properties, and the attributes that are spelled differently. @param {Element} element */
const toProps = (element) =>
  [
    ...getProperties(element),
    ...element.attributes.filter(({ name }) => !getProperties(element).some((property) => property.name === name)),
  ].map(({ name, type, description }) => `  /** ${description} */\n  '${name}'?: ${type?.text} | undefined;`);

/** Imports of the classes, and an interface of props for each. */
const shared = [
  GENERATED,
  ...elements.map(({ name, path }) => `import type { ${name} } from '${path}';`),
  '',
  ...elements.map(
    (element) =>
      `/** ${element.description} */\nexport interface ${element.name}Props {\n${toProps(element).join('\n')}\n}\n`,
  ),
].join('\n');

const react = `${shared}
import type { DetailedHTMLProps, HTMLAttributes } from 'react';

type Props<Element, Own> = Omit<DetailedHTMLProps<HTMLAttributes<Element>, Element>, keyof Own> & Own & { locale?: string | undefined };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
${elements.map(({ tagName, name }) => `      '${tagName}': Props<${name}, ${name}Props>;`).join('\n')}
    }
  }
}
`;

const vue = `${shared}
import type { HTMLAttributes, PublicProps } from 'vue';

type Component<Element, Own> = new () => Element & {
  /** What a template accepts. */
  $props: Own & { locale?: string | undefined } & Omit<HTMLAttributes, keyof Own> & PublicProps;
};

declare module 'vue' {
  interface GlobalComponents {
${elements.map(({ tagName, name }) => `    '${tagName}': Component<${name}, ${name}Props>;`).join('\n')}
  }
}
`;

/** @param {Named} item */
const describe = ({ name, description }) => ({ name, description });
/** @param {Named} item */
const describeTyped = (item) => ({ ...describe(item), value: { type: item.type?.text, default: item.default } });

const webTypes = {
  $schema: 'http://json.schemastore.org/web-types',
  name: '@svc/components',
  version,
  'description-markup': 'markdown',
  contributions: {
    html: {
      elements: elements.map((element) => ({
        ...describe({ ...element, name: element.tagName }),
        attributes: element.attributes.map(describeTyped),
        slots: element.slots.map(describe),
        js: {
          properties: getProperties(element).map(describeTyped),
          events: element.events.map(describe),
        },
        css: { parts: element.cssParts.map(describe), properties: element.cssProperties.map(describe) },
      })),
    },
  },
};

const htmlData = {
  version: 1.1,
  tags: elements.map((element) => ({
    name: element.tagName,
    description: { kind: 'markdown', value: element.description },
    attributes: element.attributes.map(({ name, description, type }) => ({
      name,
      description: { kind: 'markdown', value: description },
      // A boolean attribute has no value.
      ...(type?.text === 'boolean' && { valueSet: 'v' }),
    })),
  })),
};

/** @param {string} name @param {unknown} content */
const write = (name, content) =>
  writeFile(new URL(name, dist), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);

// Bundlers may keep the import of a module that has types only.
for (const [name, types] of Object.entries({ react, vue })) {
  await write(`${name}.d.ts`, types);
  await write(`${name}.js`, `${GENERATED}\nexport {};\n`);
}
await write('web-types.json', webTypes);
await write('html-custom-data.json', htmlData);
