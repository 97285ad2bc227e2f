/**
 * Who may import whom (docs/architecture.md "Boundaries"). `npm run lint` fails on a forbidden import;
 * `tools/src/boundaries.test.ts` proves that it does.
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    {
      name: 'apps-meet-through-proto',
      comment: 'An app never imports another app: apps meet through libs/proto.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: {
        path: '^apps/|^@svc/(gateway|funnel-svc|analysis-svc|matcher-svc|catalog-sync|identity-svc|insight-svc|chat-svc|dashboard|questionnaire)',
        pathNot: '^apps/$1/',
      },
    },
    {
      name: 'libs-know-no-app',
      comment: 'A library does not depend on an app or on the tools.',
      severity: 'error',
      from: { path: '^libs/' },
      to: {
        path: '^(apps|tools|e2e)/|^@svc/(gateway|funnel-svc|analysis-svc|matcher-svc|catalog-sync|identity-svc|insight-svc|chat-svc|dashboard|questionnaire|tools)',
      },
    },
    {
      name: 'domain-imports-only-itself',
      comment: 'libs/domain is pure and runs in the browser: no package, no Node module, no other project.',
      severity: 'error',
      from: { path: '^libs/domain/src/', pathNot: '[.](test|testing)[.]ts$' },
      to: { pathNot: '^libs/domain/src/' },
    },
    {
      name: 'browser-code-stays-in-the-browser',
      comment: 'libs/components is browser code: it may use libs/domain and nothing that needs Node.',
      severity: 'error',
      from: { path: '^libs/components/src/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: '^libs/(components|domain)/|^node_modules/lit' },
    },
    {
      name: 'the-page-runs-in-the-browser',
      comment:
        'apps/questionnaire is a page: it may use libs/domain, libs/components and Lit, and nothing that needs Node.',
      severity: 'error',
      from: { path: '^apps/questionnaire/src/', pathNot: '[.](test|testing)[.]ts$' },
      to: { pathNot: '^apps/questionnaire/src/|^libs/(components|domain)/|^node_modules/(lit|@lit)' },
    },
    {
      name: 'the-dashboard-runs-in-the-browser',
      comment:
        'apps/dashboard is a page: it may use libs/domain and packages for browsers, and nothing that needs Node.',
      severity: 'error',
      from: { path: '^apps/dashboard/src/', pathNot: '[.](test|testing)[.]tsx?$' },
      to: {
        pathNot:
          '^apps/dashboard/src/|^libs/domain/|^node_modules/(react|react-dom|@mantine|@tanstack|@xyflow|idb-keyval|openapi-fetch|get-nonce|uqr)/',
      },
    },
    {
      name: 'stand-ins-are-for-tests',
      comment:
        'A stand-in of a foreign system is for tests and is independent of this project; production code never imports it.',
      severity: 'error',
      from: { path: '^(apps|libs|tools)/[^/]+/src/', pathNot: '[.]test[.]ts$|/testing/|^libs/shopify-stand-in/' },
      to: { path: '^libs/shopify-stand-in/|^@svc/shopify-stand-in' },
    },
    {
      name: 'proto-stands-alone',
      comment: 'libs/proto holds generated code only.',
      severity: 'error',
      from: { path: '^libs/proto/' },
      to: { path: '^libs/(domain|kit|components)/' },
    },
    {
      name: 'engine-is-pure',
      comment: 'The engine knows the domain and itself: no clock, no I/O, no proto types.',
      severity: 'error',
      from: { path: '^apps/matcher-svc/src/engine/', pathNot: '[.]test[.]ts$|/testing/' },
      to: { pathNot: '^apps/matcher-svc/src/engine/|^libs/domain/' },
    },
    {
      name: 'learning-is-pure',
      comment:
        'Learning knows the engine, the domain and itself: no clock, no I/O, no proto types. The codec compresses.',
      severity: 'error',
      from: { path: '^apps/matcher-svc/src/learning/', pathNot: '[.]test[.]ts$|/testing/' },
      to: { pathNot: '^apps/matcher-svc/src/(engine|learning)/|^libs/domain/|^(node:)?(zlib|crypto|util|os)$' },
    },
    {
      name: 'service-domain-is-pure',
      comment: "A service's domain folder imports only itself and libs/domain.",
      severity: 'error',
      from: { path: '^apps/([^/]+)/src/domain/', pathNot: '[.]test[.]ts$' },
      // The stemmers are packages too; their files have names that are resolved at run time only.
      to: { pathNot: '^apps/$1/src/domain/|^libs/domain/|^node_modules/|^libs/kit/|^@orama/stemmers/' },
    },
    {
      name: 'the-composer-sees-no-catalog',
      comment:
        'What the chat says is composed from refs and constants; only the encoder knows names, prices and links.',
      severity: 'error',
      from: { path: '^apps/chat-svc/src/domain/compose/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: '^apps/chat-svc/src/domain/(compose/|grounding/(allowed-set|blocks)[.]ts$)' },
    },
    {
      name: 'usecases-know-no-handler',
      comment: 'main → handlers → usecases → domain | engine; db implements what use cases need.',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/(usecases|db|domain|engine)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^apps/[^/]+/src/(handlers/|main[.]ts|app[.]ts)' },
    },
    {
      name: 'proto-types-stop-at-the-handler',
      comment: 'Queries and domain work with domain types; handlers and clients translate.',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/(db|domain|engine)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^libs/proto/' },
    },
    {
      name: 'benchmarks-stay-out-of-production',
      comment:
        'src/bench holds benchmarks, src/testing what tests share: nothing that runs in production imports them.',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/', pathNot: '[.]test[.]ts$|/(bench|testing)/' },
      to: { path: '^apps/.*/(bench|testing)/' },
    },
    {
      name: 'no-cycles',
      comment: 'A cycle hides which of two ideas comes first, also when only types are imported.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '/dist/', '/src/gen/'] },
    exclude: { path: ['/dist/', '/src/gen/', 'test-results'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.depcruise.json' },
    enhancedResolveOptions: { exportsFields: [], conditionNames: [], extensions: ['.ts', '.tsx', '.js', '.d.ts'] },
  },
};
