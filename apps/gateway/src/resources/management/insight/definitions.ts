/** What figures count, for readers of reports. docs/insight.md N11. */
export const DEFINITIONS = {
  visits: 'Page loads of the questionnaire that showed a question. Reloading the page is a new visit.',
  starts: 'Visits in which a question was answered, or skipped.',
  finishes: 'Visits whose answers were sent. Integrations that do not use the page report no visits.',
  completionRate: 'Visits whose answers were sent, divided by visits in which a question was answered or skipped.',
  days: 'Visits, starts and finishes by the day on which the visit began.',
  steps:
    'Of the visits that were shown the question: how many answered it, went back from it, or ended there. Going back and forth counts once. ' +
    'Time does not count while the page is hidden. Versions are never added together.',
  sources:
    'Visits by tracking source, language, device and version. Rows with fewer than 5 visits have no figures, so that no shopper can be ' +
    'singled out.',
  completions:
    'Analyses that were created, without previews and retakes; also by integrations that do not use the page.',
  retakes:
    'Further analyses with the e-mail address of an earlier one, or of the same stored visitor. They are in no other figure.',
  optIn:
    'Analyses with contact data that they were asked for, divided by analyses that were asked for some. Without retakes.',
  answers:
    'Analyses that chose an answer, divided by analyses that were shown the question, without retakes. Former names of an answer count with ' +
    'its present one. Answers of fewer than 5 shoppers have no figures, so that no shopper can be singled out.',
  matches:
    'Analyses by what shoppers did with the variants of their match: shown, clicked, added to the cart, bought, each at least once, without ' +
    'retakes, by the day of the analysis. Variants that were shown to fewer than 5 shoppers have no figures.',
  matchesShown: 'Analyses of which a variant came into view.',
  clicked: 'Analyses of which a variant was opened.',
  clickRate: 'Analyses of which a variant was opened, divided by those of which one came into view.',
  addedToCart: 'Analyses of which a variant was put into the cart.',
  bought: 'Analyses of which a variant was reported as bought.',
  boughtRate:
    'Analyses of which a variant was reported as bought, divided by all analyses, of days whose analyses are not credited with orders any more.',
  variantRevenue:
    'Attributed revenue by variant: price × quantity of its lines that are credited to an analysis, less discounts and refunds. Only of orders ' +
    'that are still kept, for 400 days; what was only put into a cart is not in it.',
  tabRevenue:
    'Attributed revenue by tab of the result page in which the variant was when its order arrived. A line in several tabs counts in each, so that ' +
    'the rows may add up to more than the revenue.',
  ruleRevenue:
    'Attributed revenue by rule that pinned the variant in the match, or raised or lowered its score, when its order arrived. A line that several ' +
    'rules moved counts in each, so that the rows may add up to more than the revenue. It is not what the rule earned: the variant might have been bought ' +
    'without it.',
  verified: 'Lines of verified orders, divided by all lines of orders.',
  cartValue:
    'One unit of each variant that an analysis put into the cart, at its present price. No revenue: what is in a cart need not be bought.',
} as const;
