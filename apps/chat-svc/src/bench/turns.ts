import { performance } from 'node:perf_hooks';
import type { ChatVariant } from '../domain/catalog/chat-catalog.js';
import { answerTurn } from '../domain/thread/answer-turn.js';
import { type ChatCompany, compileCompany } from '../domain/thread/chat-company.js';
import { type CompiledScope, compileScope } from '../domain/thread/compile-scope.js';
import { NEW_THREAD } from '../domain/thread/thread-state.js';
import { createWholeScope } from '../testing/demo-analysis.js';
import { readDemoCompany } from '../testing/demo-company.js';
import { readQuestions } from '../testing/questions.js';

/** Copies of the demo catalog; each copy has other names, so that the index grows as a real one does. */
const COPIES = [1, 5, 20] as const;
const ROUNDS = 3;

/**
 * Prints how long a turn takes, and how long it takes to compile a company:
 * `node ../../node_modules/esbuild/bin/esbuild src/bench/turns.ts --bundle --platform=node --format=esm --packages=external | node --input-type=module`
 * in the folder of this project, or `node dist/bench/turns.js` after a build. Not a test: figures depend on the machine.
 */
function measureTurns(): void {
  const demo = readDemoCompany();
  for (const copies of COPIES) {
    const started = performance.now();
    const company = copies === 1 ? readDemoCompany() : multiply(demo, copies);
    const compileMs = performance.now() - started;
    const times = measure(company, compileScope(createWholeScope(company), company)).sort((a, b) => a - b);
    const percentile = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
    const { length } = company.index.products;
    console.info(
      `${length} products, ${company.catalog.variants.length} variants: compiled in ${compileMs.toFixed(0)} ms; a turn p50 ${percentile(0.5)} ms, p95 ${percentile(0.95)} ms, p99 ${percentile(0.99)} ms (${times.length} turns)`,
    );
  }
}

function measure(company: ChatCompany, scope: CompiledScope): number[] {
  const questions = [...readQuestions('tuned'), ...readQuestions('held-out')];
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { turns, language } of questions) {
      let thread = NEW_THREAD;
      for (const text of turns) {
        const started = performance.now();
        const answer = answerTurn({ text, locale: language }, company, scope, thread);
        // The first round warms the code up.
        if (round > 0) times.push(performance.now() - started);
        thread = answer?.thread ?? thread;
      }
    }
  }
  return times;
}

function multiply({ catalog, settings }: ChatCompany, copies: number): ChatCompany {
  const variants = Array.from({ length: copies }, (_, copy) =>
    catalog.variants.map((variant): ChatVariant => {
      const rename = (text: string): string =>
        copy === 0 ? text : text.replace(/^\S+/, (word) => `${word}${'abcdefghijklmnopqrst'[copy]}ka`);
      return {
        ...variant,
        id: `${variant.id}-${copy}`,
        productId: `${variant.productId}-${copy}`,
        name: rename(variant.name),
      };
    }),
  ).flat();
  return compileCompany({
    catalogVersion: '1',
    catalog: { ...catalog, variants },
    settings,
    language: 'en',
    hasFunnel: true,
  });
}

measureTurns();
