import { DEFAULT_COMPANY_SETTINGS } from '@svc/domain';

export const settingsExample = {
  name: 'Glow Cosmetics',
  language: 'en',
  currency: 'EUR',
  companyKey: 'k3J9sPq0Zr7Wn2Vt5Yb8Xc1Md',
  domains: ['shop.glow.example'],
  settings: { ...DEFAULT_COMPANY_SETTINGS },
  webhook: { url: 'https://glow.example/hook', secret: { set: true, lastFour: 'c2U=' }, formerSecretUntil: null },
  crm: null,
};
