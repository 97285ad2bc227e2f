import { selectComponentTexts } from './component-texts.js';
import type { ComponentConfigBody } from './config-schema.js';

const {
  texts,
  greeting: [greeting],
  starters,
} = selectComponentTexts('en');

export const configExample: ComponentConfigBody = {
  company: 'glow',
  version: 'pH2vM0bq9rTz1xWk',
  domainAllowed: true,
  components: { popup: true, widget: true, floatingActionButton: true, chat: false },
  zIndex: { popup: null, widget: 900, floatingActionButton: 800 },
  theme: {
    colorScheme: 'auto',
    accentColor: '#7d3552',
    onAccentColor: '#ffffff',
    backgroundColor: '#fffbf8',
    textColor: '#2b2027',
    fontFamily: null,
    cornerRadius: 16,
  },
  defaultFunnel: 'beauty',
  funnels: [
    {
      subdomain: 'beauty',
      name: 'Find your glow',
      address: 'https://beauty.svc.example',
      state: 'PUBLISHED',
      hasSelfie: true,
    },
  ],
  widget: { isCollapsed: false },
  cart: true,
  chat: {
    greeting,
    starters: starters.map(([starter]) => starter),
    privacyUrl: 'https://glow.example/privacy',
    contactUrl: null,
  },
  tracking: { consent: 'IMPLIED', attributionDays: 7 },
  productPaths: ['/products/'],
  texts,
};
