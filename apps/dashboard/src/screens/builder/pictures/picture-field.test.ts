import { createElement } from 'react';
import { expect, it } from 'vitest';
import { readText, renderPage } from '../../../testing/render-page.testing.js';
import { PictureField } from './picture-field.js';

const render = (url: string, caption: string) =>
  renderPage(createElement(PictureField, { url, caption, isReadOnly: false, onPicture: () => {}, say: () => {} }), {
    areas: ['builder'],
  });

it('the caption is the alternative text, and an option with a picture and without a caption is marked (docs/dashboard.md Y31.2)', async () => {
  const [url, missing] = ['https://cdn.example/1.webp', 'Write a caption: it is read in place of the picture.'];
  const named = readText(await render(url, 'Dry'));
  expect(named).toContain('Screen readers read the caption in place of the picture: “Dry”.');
  expect(named).not.toContain(missing);
  expect(readText(await render(url, ''))).toContain(missing);
  expect(readText(await render('', ''))).not.toContain(missing);
});
