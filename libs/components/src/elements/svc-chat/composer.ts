import { type ChatTexts, fillCount } from '../../chat/chat-texts.js';
import { create } from '../shared/dom.js';

const MAX_LENGTH = 500;
/** From here on the shopper sees how long the message is. */
const COUNTED_LENGTH = 400;
const MAX_LINES = 5;
/** What browsers report for keys that an input method handles. */
const INPUT_METHOD_KEY = 229;

export interface Composer {
  readonly element: HTMLFormElement;
  readonly field: HTMLTextAreaElement;
  /** While a message waits for its answer, the next one is written but not sent. */
  setBusy(isBusy: boolean): void;
}

/** Where the shopper writes. @param send - with the trimmed text; it is not empty. */
export function createComposer(texts: ChatTexts, send: (text: string) => void): Composer {
  const field = create('textarea', { rows: '1', maxlength: `${MAX_LENGTH}`, enterkeyhint: 'send' });
  const count = create('p', { class: 'count', hidden: '' });
  const button = create('button', { type: 'submit', part: 'send' }, texts.send);
  const label = create('label', {}, create('span', { class: 'only-read' }, texts.message), field);
  field.placeholder = texts.message;
  const element = create('form', { part: 'composer' }, label, button, count);
  let isBusy = false;

  /** As many lines as the text has, up to five. */
  const fit = (): void => {
    field.style.height = 'auto';
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(field);
    const [line = 0, ...padding] = [lineHeight, paddingTop, paddingBottom].map(Number.parseFloat);
    const most = line * MAX_LINES + padding.reduce((sum, each) => sum + each, 0);
    if (field.scrollHeight > 0) field.style.height = `${Math.min(field.scrollHeight, most)}px`;
  };
  const update = (): void => {
    const { length } = field.value;
    count.hidden = length < COUNTED_LENGTH;
    count.textContent = fillCount(texts.length, length);
    button.setAttribute('aria-disabled', `${isBusy || field.value.trim() === ''}`);
    fit();
  };
  const submit = (): void => {
    const text = field.value.trim();
    if (isBusy || text === '') return;
    field.value = '';
    update();
    send(text);
  };

  field.addEventListener('input', update);
  field.addEventListener('keydown', (event) => {
    const isComposing = event.isComposing || event.keyCode === INPUT_METHOD_KEY;
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return;
    event.preventDefault();
    submit();
  });
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
    field.focus();
  });
  update();
  return {
    element,
    field,
    setBusy(value) {
      isBusy = value;
      update();
    },
  };
}
