// Writes dist/custom-elements.json (https://github.com/webcomponents/custom-elements-manifest) from the doc comments, properties
// and methods of the elements: editors, frameworks and the documentation read it. Part of `build`.
import { readFile, writeFile } from 'node:fs/promises';
import ts from 'typescript';

const project = new URL('..', import.meta.url);
const ELEMENTS = ['svc-analysis', 'svc-analysis-popup', 'svc-widget', 'svc-chat', 'svc-floating-action-button'];
/** Events by element; the popup's are dispatched by what opens it, too. */
const ANALYSIS_EVENTS = ['svc-analysis-finished', 'svc-result-page-opened', 'svc-add-to-cart', 'svc-data-updated'];
const POPUP_EVENTS = ['svc-popup-opened', 'svc-popup-closed', ...ANALYSIS_EVENTS];
/** @type {Record<string, string[]>} */
const EVENTS = {
  'svc-analysis': ANALYSIS_EVENTS,
  'svc-analysis-popup': POPUP_EVENTS,
  'svc-widget': ['svc-variant-clicked', ...POPUP_EVENTS],
  'svc-chat': ['svc-analysis-requested', 'svc-results-requested', ...POPUP_EVENTS],
  'svc-floating-action-button': [],
};

/** @param {string} tagName */
async function describeElement(tagName) {
  const path = `elements/${tagName}/${tagName}.element`;
  const text = await readFile(new URL(`src/${path}.ts`, project), 'utf8');
  const file = ts.createSourceFile(`${path}.ts`, text, ts.ScriptTarget.Latest, true);
  const declaration = file.statements.find(ts.isClassDeclaration);
  if (!declaration?.name) throw new Error(`${path}.ts must contain the class of ${tagName}.`);
  // What an element starts with: outside of a browser an instance is an ordinary object.
  const exported = await import(new URL(`dist/${path}.js`, project).href);
  const element = new exported[declaration.name.text]();
  const tags = ts.getJSDocTags(declaration);
  const members = declaration.members.filter((member) => isPublic(member));
  const properties = members.filter(ts.isPropertyDeclaration).map((member) => {
    const name = member.name.getText();
    return {
      kind: 'field',
      name,
      type: { text: member.type?.getText() ?? 'unknown' },
      default: JSON.stringify(element[name]),
      description: getDescription(member),
      attribute: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      ...(['isOpen', 'isCollapsed'].includes(name) && { reflects: true }),
    };
  });
  const methods = members
    .filter((member) => ts.isMethodDeclaration(member))
    .filter(({ name }) => name.getText() !== 'focus' && !name.getText().endsWith('Callback'))
    .map((member) => ({
      kind: 'method',
      name: member.name.getText(),
      description: getDescription(member),
      parameters: member.parameters.map((parameter) => ({
        name: parameter.name.getText(),
        optional: Boolean(parameter.questionToken),
        type: { text: parameter.type?.getText() ?? 'unknown' },
      })),
      return: { type: { text: member.type?.getText() ?? 'void' } },
    }));
  return {
    kind: 'javascript-module',
    path: `dist/${path}.js`,
    declarations: [
      {
        kind: 'class',
        customElement: true,
        tagName,
        name: declaration.name.text,
        summary: listTags(tags, 'summary')[0] ?? '',
        description: getDescription(declaration),
        superclass: { name: 'HTMLElement' },
        attributes: properties.map(({ attribute, name, type, default: initial, description }) => ({
          name: attribute,
          fieldName: name,
          type,
          default: initial,
          description,
        })),
        members: [...properties, ...methods],
        events: (EVENTS[tagName] ?? []).map((name) => ({
          name,
          type: { text: `DocumentEventMap['${name}']` },
          description: 'Dispatched on document.',
        })),
        slots: listTags(tags, 'slot').map((tag) => toNamed(tag, /^(-)()\s*/)),
        cssParts: listTags(tags, 'csspart').map((tag) => toNamed(tag, /^(\S+)()\s*-\s*/)),
        cssProperties: listTags(tags, 'cssproperty').map((tag) => toNamed(tag, /^\[?([\w-]+)=?([^\]]*)\]\s*-\s*/)),
      },
    ],
    exports: [
      {
        kind: 'js',
        name: declaration.name.text,
        declaration: { name: declaration.name.text, module: `dist/${path}.js` },
      },
    ],
  };
}

/** @param {ts.ClassElement} member */
function isPublic(member) {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static;
  return (
    Boolean(member.name) && !ts.isPrivateIdentifier(member.name) && !(ts.getCombinedModifierFlags(member) & hidden)
  );
}

/** The text of a doc comment, in one line. @param {ts.Node} node */
function getDescription(node) {
  const [comment] = /** @type {ts.JSDoc[]} */ (ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc));
  return (ts.getTextOfJSDocComment(comment?.comment) ?? '').replace(/\s+/g, ' ');
}

/** @param {readonly ts.JSDocTag[]} tags @param {string} name */
const listTags = (tags, name) =>
  tags
    .filter((tag) => tag.tagName.text === name)
    .map((tag) =>
      tag
        .getText()
        .replace(/^@\w+\s+/, '')
        .replace(/\s*\*?\s*$/, '')
        .replace(/\s+\*?\s+/g, ' '),
    );

/** @param {string} tag @param {RegExp} head */
function toNamed(tag, head) {
  const [matched = '', name = tag, initial] = head.exec(tag) ?? [];
  const isDefaultSlot = name === '-';
  return {
    name: isDefaultSlot ? '' : name,
    ...(initial && { default: initial }),
    description: tag.slice(matched.length).trim(),
  };
}

const { version } = JSON.parse(await readFile(new URL('package.json', project), 'utf8'));
const modules = await Promise.all(ELEMENTS.map(describeElement));
await writeFile(
  new URL('dist/custom-elements.json', project),
  `${JSON.stringify({ schemaVersion: '2.1.0', version, modules }, null, 2)}\n`,
);
