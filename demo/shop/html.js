/** Creates an element. Text is text, never HTML; false, null and undefined attributes and children are left out. */
export function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
}

/** A dot of a color. A style attribute would need a permission in the page's security policy; a presentation attribute does not. */
export function colorDot(color) {
  const create = (tag, attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    setAttributes(element, attributes);
    return element;
  };
  const dot = create('svg', { viewBox: '0 0 18 18', 'aria-hidden': 'true' });
  dot.append(create('circle', { cx: 9, cy: 9, r: 8.5, fill: color, stroke: '#0004' }));
  return dot;
}
