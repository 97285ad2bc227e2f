/**
 * The texts of each area, by the name of its files in `en` and `de`. Those of `frame` are there from the start and may be used
 * everywhere. The others are loaded with the first screen of `src/screens/<area>`, or with the dialogs of `src/app/<area>`, and may be
 * used there only. Areas of components in `src/shared/<area>` are loaded by the screens that use them.
 */
interface Areas {
  account: typeof import('./en/account.js').texts;
  audit: typeof import('./en/audit.js').texts;
  builder: typeof import('./en/builder.js').texts;
  check: typeof import('./en/check.js').texts;
  commands: typeof import('./en/commands.js').texts;
  company: typeof import('./en/company.js').texts;
  conditions: typeof import('./en/conditions.js').texts;
  developer: typeof import('./en/developer.js').texts;
  drafts: typeof import('./en/drafts.js').texts;
  edit: typeof import('./en/edit.js').texts;
  entry: typeof import('./en/entry.js').texts;
  experiments: typeof import('./en/experiments.js').texts;
  figures: typeof import('./en/figures.js').texts;
  frame: typeof import('./en/frame.js').texts;
  funnels: typeof import('./en/funnels.js').texts;
  imports: typeof import('./en/imports.js').texts;
  overview: typeof import('./en/overview.js').texts;
  insight: typeof import('./en/insight.js').texts;
  people: typeof import('./en/people.js').texts;
  platform: typeof import('./en/platform.js').texts;
  products: typeof import('./en/products.js').texts;
  releases: typeof import('./en/releases.js').texts;
  rules: typeof import('./en/rules.js').texts;
  sessions: typeof import('./en/sessions.js').texts;
  sets: typeof import('./en/sets.js').texts;
  shoppers: typeof import('./en/shoppers.js').texts;
  tabs: typeof import('./en/tabs.js').texts;
  tagging: typeof import('./en/tagging.js').texts;
  targets: typeof import('./en/targets.js').texts;
  transcripts: typeof import('./en/transcripts.js').texts;
  webhooks: typeof import('./en/webhooks.js').texts;
}

export type Area = keyof Areas;
export type TextKey = { [A in Area]: keyof Areas[A] }[Area];
/** The texts of one area in a language other than English; the compiler finds what is missing. */
export type TextsOf<A extends Area> = Readonly<Record<keyof Areas[A], string>>;
