import { describe, expect, it } from 'vitest';
import { texts as german } from '../../i18n/de/audit.js';
import { texts as english } from '../../i18n/en/audit.js';
import type { TextKey } from '../../i18n/translator.js';
import { nameChange, nameTarget } from './change-names.js';

const translate = (texts: Readonly<Record<string, string>>) => (key: TextKey) => texts[key] as string;
const [en, de] = [translate(english), translate(german)];

describe('what an entry of the audit log names (docs/dashboard.md Y11.5)', () => {
  it.each([
    ['name', 'Name', 'Name'],
    ['/settings/theme/accentColor', 'Look: Accent color', 'Aussehen: Akzentfarbe'],
    ['settings', 'Settings', 'Einstellungen'],
    ['/settings/chat/retentionDays', 'Chat: Days of retention', 'Chat: Aufbewahrung in Tagen'],
    ['funnels/spring/published', 'Funnel spring: Published questions', 'Fragebogen spring: Veröffentlichte Fragen'],
    ['funnels/spring', 'Funnel spring', 'Fragebogen spring'],
    // A funnel may be called as a setting is.
    ['funnels/chat/matching', 'Funnel chat: Rules and matching', 'Fragebogen chat: Regeln und Matching'],
    ['constructor', 'constructor', 'constructor'],
  ])('%s is “%s” and “%s”', (path, inEnglish, inGerman) => {
    expect([nameChange(path, en), nameChange(path, de)]).toEqual([inEnglish, inGerman]);
  });

  it('kinds of ids and yes and no are in the language of the user too', () => {
    expect(nameTarget('force', 'true', de)).toBe('Ohne Prüfung: ja');
    expect(nameTarget('subdomain', 'spring', de)).toBe('Fragebogen: spring');
    expect(nameTarget('dryRun', 'false', en)).toBe('Only a trial: no');
  });
});
