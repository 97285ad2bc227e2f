import { Anchor, List, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCompany } from '../../../app/company.js';
import { useI18n } from '../../../i18n/i18n.js';
import type { Replay } from '../../../shared/check/queries.js';
import { Rows } from '../../../shared/rows.js';
import { chooseExamples } from './choose-examples.js';

type Example = Replay['examples'][number];
type Side = Pick<Example['gained'], 'first' | 'total'>;

/** Lists of single shoppers, as they are now next to as they would be. */
export function ReplayExamples({ examples, toName }: { examples: readonly Example[]; toName: (id: string) => string }) {
  const { t } = useI18n();
  const { handle } = useCompany();
  if (examples.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={3} size="h6">
        {t('replay.examples')}
      </Title>
      <Rows
        caption={t('replay.examples')}
        items={chooseExamples(examples)}
        toKey={({ analysisId }) => analysisId}
        columns={[
          {
            title: t('replay.example.shopper'),
            cell: ({ analysisId }) => (
              <Anchor
                size="sm"
                className="wrap-anywhere"
                renderRoot={(root) => (
                  <Link {...root} to={`/c/${handle}/shoppers`} search={{ analysis: analysisId } as never} />
                )}
              >
                {analysisId}
              </Anchor>
            ),
          },
          {
            title: t('replay.example.before'),
            cell: ({ before, lost }) => (
              <SideOfExample variants={before} title={t('replay.example.lost')} side={lost} toName={toName} />
            ),
          },
          {
            title: t('replay.example.after'),
            cell: ({ after, gained }) => (
              <SideOfExample variants={after} title={t('replay.example.gained')} side={gained} toName={toName} />
            ),
          },
        ]}
      />
    </Stack>
  );
}

function SideOfExample(props: {
  /** null: more were eligible than one match allows. */
  variants: number | null;
  title: string;
  side: Side;
  toName: (id: string) => string;
}) {
  const { t, count } = useI18n();
  const { variants, side } = props;
  return (
    <Stack gap={0}>
      <Text size="sm">
        {variants === null ? t('replay.example.too-many') : count('replay.example.count', variants)}
      </Text>
      {side.total > 0 && (
        <>
          <Text size="sm" fw={600}>
            {props.title}
          </Text>
          <List size="sm">
            {side.first.map((id) => (
              <List.Item key={id} className="wrap-anywhere">
                {props.toName(id)}
              </List.Item>
            ))}
            {side.total > side.first.length && (
              <List.Item>{count('list.further', side.total - side.first.length)}</List.Item>
            )}
          </List>
        </>
      )}
    </Stack>
  );
}
