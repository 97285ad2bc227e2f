type Attributes = Record<string, string>;

/** Creates an element with attributes. Text from outside is set as a child, never as HTML. */
export function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** An open shadow root with one style sheet. Adopted sheets need no permission of the page's security policy. */
export function attachShadow(host: HTMLElement, css: string, ...children: Node[]): ShadowRoot {
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  root.append(...children);
  return root;
}
