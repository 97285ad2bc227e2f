import { Button, Group, List } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.js';
import { Section } from '../../shared/section.js';

/** Another user has saved rules meanwhile: these, and the choice which stay. */
export function Conflict(props: { sentences: readonly string[]; onTheirs(): void; onMine(): void }) {
  const { t } = useI18n();
  return (
    <Section title={t('rules.conflict')} text={t('rules.conflict.text')}>
      <List type="ordered" size="sm">
        {props.sentences.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      <Group>
        <Button variant="default" onClick={props.onTheirs}>
          {t('rules.conflict.theirs')}
        </Button>
        <Button onClick={props.onMine}>{t('rules.conflict.mine')}</Button>
      </Group>
    </Section>
  );
}
