/**
 * A page about one element: controls set its attributes and call its functions, and its markup is shown.
 * @param {HTMLElement} section - names the element's tag, and contains it.
 */
export function startLiveElement(section) {
  const element = section.querySelector(section.dataset.live);
  const markup = section.querySelector('[data-markup]');

  const show = () => {
    const attributes = [...element.attributes]
      .filter(({ name }) => !/^(?:style|class|hidden)$/.test(name))
      .map(({ name, value }) => ` ${name}${value && `="${value}"`}`);
    if (markup) markup.textContent = `<${element.localName}${attributes.join('')}></${element.localName}>`;
    for (const control of section.querySelectorAll('[data-attribute]')) {
      const value = element.getAttribute(control.dataset.attribute);
      if (control.type === 'checkbox') control.checked = value !== null;
      else if (control !== document.activeElement) control.value = value ?? '';
    }
  };

  section.addEventListener('change', ({ target }) => {
    const { attribute } = target.dataset;
    if (!attribute) return;
    const isSet = target.type === 'checkbox' ? target.checked : target.value !== '';
    if (isSet) element.setAttribute(attribute, target.type === 'checkbox' ? '' : target.value);
    else element.removeAttribute(attribute);
  });
  section.addEventListener('submit', (event) => event.preventDefault());
  section.addEventListener('click', ({ target }) => element[target.dataset?.call]?.());
  new MutationObserver(show).observe(element, { attributes: true });
  show();
}
