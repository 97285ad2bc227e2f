import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { step } from '../testing/page.testing.js';
import { noAnswers, withChosenKeys } from './quiz-answers.js';
import { isAnswered, isEmail, isOptional, listProblems } from './step-problems.js';

const contact = (given: object) => ({ ...noAnswers(), contact: given });
const texts = (...args: Parameters<typeof listProblems>) =>
  listProblems(...args).map(({ field, text }) => `${field}: ${text}`);

describe('questions with options', () => {
  const one = step(1, 'SINGLE_SELECTION', ['a', 'b']);
  const many = step(2, 'MULTI_SELECTION', ['a', 'b', 'c'], { settings: { maxSelections: 2 } });

  it('a required one needs an answer, in words for one and for several', () => {
    expect(texts(one, noAnswers())).toEqual(['choice: problem.choose-one']);
    expect(texts(many, noAnswers())).toEqual(['choice: problem.choose-some']);
    expect(texts(one, withChosenKeys(one, noAnswers(), ['a']))).toEqual([]);
  });

  it('one that is not required needs none', () => {
    expect(texts({ ...one, required: false }, noAnswers())).toEqual([]);
    expect([isOptional(one), isOptional({ ...one, required: false })]).toEqual([false, true]);
  });

  it('no more may be chosen than the merchant allows', () => {
    expect(texts(many, withChosenKeys(many, noAnswers(), ['a', 'b', 'c']))).toEqual(['choice: problem.too-many']);
    expect(texts(many, withChosenKeys(many, noAnswers(), ['a', 'b']))).toEqual([]);
  });

  it('one without options never blocks', () => expect(texts(step(3, 'SINGLE_SELECTION'), noAnswers())).toEqual([]));
});

describe('contact', () => {
  const optional = step(1, 'EMAIL', [], { required: false });
  const required = step(1, 'EMAIL', [], { settings: { fields: ['firstName', 'lastName', 'email'] } });

  it('a required step needs the address; names are free', () => {
    expect(texts(required, noAnswers())).toEqual(['email: problem.email']);
    expect(texts(required, contact({ email: 'ada@example.com' }))).toEqual([]);
  });

  it('a required step that asks for no address needs each of its fields', () => {
    const names = step(1, 'EMAIL', [], { settings: { fields: ['firstName', 'lastName'] } });
    expect(texts(names, contact({ firstName: ' ' }))).toEqual([
      'firstName: problem.firstName',
      'lastName: problem.lastName',
    ]);
  });

  it('one that is not required may stay empty, but what is given must be right', () => {
    expect(texts(optional, noAnswers())).toEqual([]);
    expect(texts(optional, contact({ email: 'ada@' }))).toEqual(['email: problem.email-form']);
    expect(texts(optional, contact({ firstName: 'x'.repeat(1025) }))).toEqual(['firstName: problem.too-long']);
  });

  it('asks for consent once something is given', () => {
    const agreed = step(1, 'EMAIL', [], { required: false, settings: { consentText: 'Yes' } });
    expect(texts(agreed, noAnswers())).toEqual([]);
    expect(texts(agreed, contact({ firstName: 'Ada' }))).toEqual(['consent: problem.consent']);
    expect(texts(agreed, { ...contact({ firstName: 'Ada' }), contactConsent: true })).toEqual([]);
    expect(texts({ ...agreed, required: true }, noAnswers())).toContain('consent: problem.consent-required');
  });

  it.each(['ada@example.com', 'a.b+c@sub.example.co.uk', 'ä@bücher.example', "o'neil@example.ie"])(
    '%s is an address',
    (text) => expect(isEmail(text)).toBe(true),
  );
  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@example.',
    'a b@example.com',
    'ada@@example.com',
    'a@b.c,d@e.f',
    `${'a'.repeat(250)}@b.co`,
  ])('%j is none', (text) => expect(isEmail(text)).toBe(false));
  it('decides about any text immediately', () => {
    fc.assert(fc.property(fc.string({ maxLength: 5_000 }), (text) => typeof isEmail(text) === 'boolean'));
    expect(isEmail(`${'a@'.repeat(20_000)}.`)).toBe(false);
  });
});

describe('a picture', () => {
  it('is asked for, never demanded', () => {
    const selfie = step(1, 'SELFIE');
    expect([listProblems(selfie, noAnswers()), isOptional(selfie), isAnswered(selfie, noAnswers(), false)]).toEqual([
      [],
      true,
      false,
    ]);
  });
});
