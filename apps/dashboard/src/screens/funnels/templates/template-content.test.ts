import { createElement } from 'react';
import { expect, it } from 'vitest';
import type { FunnelTemplate } from '../../../shared/funnel-data/templates.js';
import { readText, renderPage } from '../../../testing/render-page.testing.js';
import { TemplateContent } from './template-content.js';

const step = (id: number, title: string, captions: string[], showWhen: object | null = null) => ({
  ...{ id, title: { default: title }, showWhen },
  selections: captions.map((caption) => ({ key: caption, caption: { default: caption } })),
});
const template = {
  key: 'glow',
  name: { default: 'Glow' },
  steps: [
    step(1, 'Your skin?', ['Dry', 'Oily']),
    step(2, 'How dry?', ['A little', 'Very'], { step: 1, in: ['dry'] }),
    step(3, 'Your age?', []),
  ],
  missingTags: ['a:1', 'a:2', 'a:3', 'a:4', 'a:5', 'a:6'],
} as unknown as FunnelTemplate;
const show = async (shown: FunnelTemplate) =>
  readText(await renderPage(createElement(TemplateContent, { template: shown }), { areas: ['funnels'] }));

it('a template says its questions with their answers, how many depend on answers, and the tags that products lack (docs/dashboard.md Y21.5)', async () => {
  const text = await show(template);
  expect(text).toContain('Your skin? Dry · Oily How dry? A little · Very Your age?');
  expect(text).toContain('One question is shown after certain answers only.');
  expect(text).toContain('do not have 6 of its tags, such as a:1, a:2, a:3, a:4, and a:5.');
  const plain = await show({ ...template, steps: template.steps.slice(0, 1), missingTags: [] });
  expect(plain).not.toMatch(/after certain answers|of its tags/);
});
