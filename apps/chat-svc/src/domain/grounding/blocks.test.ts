import { readdirSync, readFileSync } from 'node:fs';
import { ALL_COLOR_TYPES } from '@svc/domain';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { listAdversarialPrompts } from '../../testing/adversarial-prompts.js';
import { createMatchedScope, createWholeScope } from '../../testing/demo-analysis.js';
import { readDemoCompany } from '../../testing/demo-company.js';
import { readQuestions } from '../../testing/questions.js';
import { compose } from '../compose/compose.js';
import type { Outcome } from '../compose/situation.js';
import { TEXTS_EN } from '../compose/texts-en.js';
import { makePlan } from '../plan/make-plan.js';
import { compileScope } from '../thread/compile-scope.js';
import { createProductFacts } from '../thread/product-facts.js';
import { resolvePlan } from '../thread/resolve-plan.js';
import type { MatchedRef, Ref } from './allowed-set.js';
import { withAllowedSet } from './allowed-set.js';
import {
  ACTION_KINDS,
  type Answer,
  type Block,
  COMPARED_FACTS,
  type ProductTexts,
  REPLY_KINDS,
  type Some,
  type TextBlock,
} from './blocks.js';

type Scope = { readonly turn: 1 };
/** Every type that is in a value, at any depth; refs and functions are leaves. */
type Leaves<Value> =
  Value extends Ref<Scope>
    ? never
    : Value extends readonly (infer Item)[]
      ? Leaves<Item>
      : Value extends object
        ? { [Key in keyof Value]-?: Leaves<Value[Key]> }[keyof Value]
        : Value;
/** Whether a type has the whole type string among its members. */
type HasFreeString<Member> = string extends Member ? true : false;

describe('the types of an answer', () => {
  it('have no free string, so the composer cannot write an id, a name, a price or a link (docs/chat.md T1.1)', () => {
    expectTypeOf<HasFreeString<Leaves<Block<Scope>>>>().toEqualTypeOf<false>();
    expectTypeOf<HasFreeString<Leaves<Answer<Scope>>>>().toEqualTypeOf<false>();
    expectTypeOf<HasFreeString<Leaves<Outcome<Scope>>>>().toEqualTypeOf<false>();
    // The check itself finds a string that is deep in a value.
    expectTypeOf<
      HasFreeString<Leaves<{ readonly items: readonly { readonly note: string }[] }>>
    >().toEqualTypeOf<true>();
  });

  it('refuse an id, a name or a price where a product belongs', () => {
    expectTypeOf<{ type: 'products'; items: [string]; withReasons: boolean }>().not.toExtend<Block<Scope>>();
    expectTypeOf<{ type: 'cart'; item: number }>().not.toExtend<Block<Scope>>();
    expectTypeOf<{ type: 'text'; key: 'PRICE_OF'; about: { product: string } }>().not.toExtend<Block<Scope>>();
    expectTypeOf<{ type: 'text'; key: string }>().not.toExtend<Block<Scope>>();
    expectTypeOf<{ type: 'text'; key: 'HELLO'; text: string }>().not.toEqualTypeOf<TextBlock<Scope>>();
    expectTypeOf<{ type: 'actions'; items: [{ url: string }] }>().not.toExtend<Block<Scope>>();
  });

  it('recommend only products of the match', () => {
    expectTypeOf<{ products: Some<Ref<Scope>> }>().not.toExtend<ProductTexts<Scope>['SUITS']>();
    expectTypeOf<{ products: Some<MatchedRef<Scope>> }>().toExtend<ProductTexts<Scope>['SUITS']>();
    expectTypeOf<{ product: Ref<Scope> }>().not.toExtend<ProductTexts<Scope>['PRODUCT_SUITS']>();
    expectTypeOf<{ product: Ref<Scope> }>().not.toExtend<ProductTexts<Scope>['WHY']>();
  });
});

describe('the composer', () => {
  const constants = new Set<string>([
    ...Object.keys(TEXTS_EN.texts),
    ...ACTION_KINDS,
    ...REPLY_KINDS,
    ...COMPARED_FACTS,
    ...ALL_COLOR_TYPES,
    'COLOR_TYPE_MEANS',
    ...['text', 'company', 'faq', 'products', 'comparison', 'cart', 'actions', 'GREETING', 'STARTER', 'NARROW'],
  ]);

  it('writes only constants of the service, for every question and every adversarial prompt (docs/chat.md T1.1, T2.3)', () => {
    const company = readDemoCompany();
    const texts = [
      ...listAdversarialPrompts().map(({ text }) => text),
      ...[...readQuestions('tuned'), ...readQuestions('held-out')].flatMap(({ turns }) => turns),
    ];
    const foreign = [createWholeScope(company), createMatchedScope(company)].flatMap((scope) => {
      const { documents, hasAnalysis, sets } = compileScope(scope, company);
      return withAllowedSet(documents, (allowed) =>
        texts.flatMap((text) => {
          const plan = makePlan(text, company, {
            hasAnalysis,
            shown: [0, 40],
            page: 100,
            sets: sets.map(({ own }) => own),
          });
          const outcome = resolvePlan(plan, company, {
            allowed,
            hasAnalysis,
            firstOfTabs: [0, 40, 100],
            sets,
            shown: [],
            seen: [],
          });
          const situation = {
            hasFunnel: true,
            hasAnalysis,
            hasContact: true,
            hasPrivacy: true,
            hasGreeting: true,
            starters: 3,
            colorType: undefined,
          };
          const facts = createProductFacts(company.catalog, company.index, allowed, new Map());
          return listStrings(compose(outcome, situation, facts)).filter((found) => !constants.has(found));
        }),
      );
    });
    expect(foreign).toEqual([]);
  });

  it('imports neither the catalog, nor the encoder, nor the planner', () => {
    const folder = new URL('../compose/', import.meta.url);
    const sources = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
    const imports = sources.flatMap((file) =>
      [...readFileSync(new URL(file, folder), 'utf8').matchAll(/from '([^']+)'/g)].map(([, path]) => path),
    );
    const outside = new Set(imports.filter((path) => !path?.startsWith('./')));
    expect([...outside].sort()).toEqual(['../grounding/allowed-set.js', '../grounding/blocks.js']);
    const values = sources.flatMap(
      (file) => readFileSync(new URL(file, folder), 'utf8').match(/^import (?!type ).*grounding.*$/gm) ?? [],
    );
    expect(values).toEqual([]);
  });
});

/** All strings in a value. */
function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listStrings) : [];
}
