import { useI18n } from '../../i18n/i18n.js';
import { Section } from '../../shared/section.js';
import { Domains } from './domains.js';
import { General } from './general.js';
import { SettingsScreen } from './settings-screen.js';

/** What a company is itself. Readers see it; administrators change it. */
export function CompanySettings() {
  const { t } = useI18n();
  return (
    <SettingsScreen title={t('company.title')} text={t('company.text')}>
      {({ handle, settings, mayWrite }) => (
        <>
          <Section title={t('company.general')}>
            <General handle={handle} settings={settings} mayWrite={mayWrite} />
          </Section>
          <Section title={t('company.domains')} text={t('company.domains.text')}>
            <Domains handle={handle} domains={settings.domains} mayWrite={mayWrite} />
          </Section>
        </>
      )}
    </SettingsScreen>
  );
}
