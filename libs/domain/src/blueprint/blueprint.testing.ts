import { buildSelection, buildStep, multiSelection, singleSelection } from '../funnel/steps.testing.js';
import { DEFAULT_MATCHING } from '../matching/matching-settings.js';
import type { Blueprint } from './blueprint.js';

/** A blueprint with something under every key, and nothing wrong. Fresh on every call, so that a test may break it. */
export function buildBlueprint() {
  return {
    handle: 'glow',
    name: 'Glow Cosmetics',
    language: 'en',
    currency: 'EUR',
    domains: ['shop.glow.example', 'localhost:8080'],
    companyKey: 'abcdefghijklmnopqrstuvwxy',
    settings: {
      defaultFunnel: 'beauty',
      zIndex: { popup: null as number | null, widget: 900 },
      components: { popup: true, widget: true, floatingActionButton: true, chat: true },
      widget: { isCollapsed: false },
      cart: true,
      storeContactData: true,
      tracking: { consent: 'IMPLIED', visitId: 'MEMORY', attributionDays: 7, parameters: ['partner'] },
      colorTaxonomy: 'SEASONS_12',
      selfie: { requireConsent: false, undertone: false },
      theme: {
        colorScheme: 'auto',
        accentColor: '#7a3b69',
        backgroundColor: '#ffffff',
        textColor: '#1c1a19',
        fontFamily: '"Lora", Georgia, serif',
        fontUrl: 'https://cdn.glow.example/lora.woff2',
        logoUrl: 'https://cdn.glow.example/logo.svg',
        cornerRadius: 8,
      },
      privacyUrl: 'https://shop.glow.example/privacy',
      timeZone: 'Europe/Berlin',
      chat: {
        retentionDays: 14,
        model: false,
        contactUrl: 'mailto:care@glow.example',
        greeting: { en: 'Hello!', de: 'Hallo!' },
        starters: [{ en: 'What suits me?' }],
        faq: [
          {
            key: 'shipping',
            questions: { en: ['How long does delivery take?'] },
            answer: { en: 'Two days.' },
            link: null,
          },
        ],
        avoidedWords: ['cheap'],
      },
      analysisRetentionDays: 400,
    },
    webhook: { url: 'https://merchant.example/hook', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    crm: { kind: 'klaviyo', apiKey: 'pk_example' },
    tagging: {
      products: { P1: ['finish:matte'] } as Record<string, string[]>,
      variants: { V1: ['color_type:LIGHT_SPRING', 'complexion:MEDIUM/*'] },
    },
    sets: [
      {
        key: 'starter',
        name: { en: 'Starter set' },
        variantId: 'SET1',
        variants: [
          { id: 'V1', quantity: 1 },
          { id: 'V2', quantity: 2 },
        ],
        lift: 'all' as const,
      },
      { key: 'palette', name: { en: 'My palette' }, variantId: 'SET2', size: 4, products: [{ id: 'P1', max: 4 }] },
    ],
    catalog: {
      products: [
        {
          shopSystemId: 'P1',
          name: 'Velvet Foundation',
          url: 'https://shop.glow.example/p/velvet',
          tags: ['category:foundation'],
          variants: [
            {
              shopSystemId: 'V1',
              name: 'Ivory',
              available: true,
              price: '19.90',
              currency: 'EUR',
              color: '#f1d6c1',
              tags: [] as string[],
            },
            { shopSystemId: 'V2', name: 'Sand', available: false, tags: [] as string[] },
          ],
        },
      ],
    },
    feed: { url: 'https://shop.glow.example/feed.csv', format: 'auto' as const, everyHours: 12 },
    funnels: [
      {
        subdomain: 'beauty',
        host: 'quiz.glow.example' as string | null,
        name: 'Beauty quiz',
        value: 'beauty-eu' as string | null,
        paused: false,
        archived: false,
        assortment: { tags: [] as string[], productIds: ['P1'] },
        matching: {
          ...structuredDefault(),
          rules: [
            {
              key: 'no-retinol',
              when: { field: 'ageRange' as const, in: ['UNDER_16'] },
              then: {
                exclude: { tags: ['ingredient:retinol'], productIds: [] as string[], variantIds: [] as string[] },
              },
            },
            {
              key: 'dry-winter',
              when: { all: [{ step: 12, in: ['dryness'] }, { not: { colorType: ['LIGHT_SPRING'] } }] },
              then: { boost: { tags: ['texture:rich'], productIds: [], variantIds: [], by: 0.3 } },
              from: '2026-10-01',
              until: '2027-03-01',
            },
          ],
        },
        resultPage: {
          enabled: true,
          tabs: [
            {
              key: 'FACE',
              name: { en: 'Face', de: 'Gesicht' },
              description: { en: 'For your face' },
              maxItemsToShow: 6 as number | null,
              enabled: true,
              select: { tags: ['category:foundation'], productIds: [] as string[], sets: ['starter'] },
            },
          ],
        },
        published: {
          steps: [
            buildStep(1, 'HAIR_COLOR'),
            buildStep(2, 'EMAIL'),
            singleSelection(12, [buildSelection('dryness', ['dry']), 'shine'], {
              key: 'skin_concern',
              formerIds: [11],
            }),
            multiSelection(13, ['a', 'b'], {
              showWhen: {
                any: [
                  { step: 12, in: ['Dryness'] },
                  { field: 'hairColor', in: ['red'] },
                ],
              },
            }),
          ],
        },
        draft: { steps: [buildStep(1, 'HAIR_COLOR')] } as { steps: ReturnType<typeof buildStep>[] } | null,
      },
    ],
  } satisfies Blueprint;
}

const structuredDefault = () => JSON.parse(JSON.stringify(DEFAULT_MATCHING)) as typeof DEFAULT_MATCHING;
