import { Anchor, Badge, List, Stack, Text } from '@mantine/core';
import { shadeName } from '@svc/domain';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ApiError } from '../../api/api-error.js';
import { api, load, type Schemas } from '../../api/client.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Rows } from '../../shared/rows.js';
import { Section } from '../../shared/section.js';
import { EMPTY_CATALOG } from '../../shared/targets/catalog.js';
import { ExplainedSets } from '../../shared/targets/explained-sets.js';
import { PickList } from '../../shared/targets/pick-list.js';
import { useCatalog } from '../../shared/targets/use-catalog.js';
import { listReasons } from './list-reasons.js';
import { toWanted } from './record-facts.js';

/** As many as the preview has cards for. */
const SHOWN = 24;

/** What the shopper is shown today, and why. */
export function Matches({ analysis, funnel }: { analysis: string; funnel: string }) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const navigate = useNavigate();
  const { variant } = toWanted(useSearch({ strict: false }));
  const preview = useQuery({
    queryKey: ['analysis', handle, analysis, 'matches'],
    queryFn: () =>
      load(
        api.POST('/api/admin/v1/companies/{handle}/funnels/{subdomain}/preview-match', {
          params: { path: { handle, subdomain: funnel } },
          body: { analysisId: analysis, explain: [], hasContact: false, hasSelfie: false },
        }),
      ),
  });
  const explain = (wanted: string) =>
    void navigate({
      to: '/c/$company/shoppers',
      params: { company: handle },
      search: toWanted({ analysis, variant: wanted }) as never,
      resetScroll: false,
    });
  return (
    <Section title={t('shoppers.matches')} text={t('shoppers.matches.text')}>
      <Loaded query={preview}>{(data) => <MatchRows preview={data} onExplain={explain} />}</Loaded>
      <Ask onAsk={explain} />
      {variant !== undefined && <Explanation analysis={analysis} variant={variant} />}
    </Section>
  );
}

function MatchRows({ preview, onExplain }: { preview: Schemas['MatchPreview']; onExplain: (variant: string) => void }) {
  const { t, count, number } = useI18n();
  const { matchedVariants, cards } = preview;
  const shown = matchedVariants.slice(0, SHOWN).map((id, index) => ({ id, place: index + 1, card: cards[id] }));
  if (shown.length === 0) return <Text>{t('shoppers.matches.none')}</Text>;
  return (
    <>
      <Text size="sm" c="dimmed">
        {count('shoppers.matches.count', matchedVariants.length)}
      </Text>
      <Rows
        caption={t('shoppers.matches')}
        items={shown}
        toKey={({ id }) => id}
        columns={[
          { title: t('shoppers.place'), isNumber: true, cell: ({ place }) => number(place) },
          {
            title: t('shoppers.product'),
            cell: ({ id, card }) => (
              <span className="wrap-anywhere">
                {card ? [card.productName, shadeName(card)].filter(Boolean).join(', ') : id}
              </span>
            ),
          },
          {
            title: t('shoppers.why'),
            cell: ({ id, card }) => (
              <Anchor
                component="button"
                type="button"
                aria-label={t('shoppers.why.named', { name: card?.variantName || card?.productName || id })}
                onClick={() => onExplain(id)}
              >
                {t('shoppers.why')}
              </Anchor>
            ),
          },
        ]}
      />
    </>
  );
}

/** A variant that is not in the list has no row to ask at: it is chosen by its name, or named by its id. */
function Ask({ onAsk }: { onAsk: (variant: string) => void }) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const catalog = useCatalog(handle);
  const choices = useMemo(() => catalog.listVariants(), [catalog]);
  // Before the catalog is loaded, a name would be taken for an id.
  if (catalog === EMPTY_CATALOG) return null;
  return (
    <PickList
      label={t('shoppers.ask')}
      action={t('shoppers.ask.action')}
      values={[]}
      max={1}
      choices={choices}
      toName={catalog.getVariantName}
      onChange={([variant]) => variant !== undefined && onAsk(variant)}
    />
  );
}

function Explanation({ analysis, variant }: { analysis: string; variant: string }) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const catalog = useCatalog(handle);
  const explanation = useQuery({
    queryKey: ['analysis', handle, analysis, 'explanation', variant],
    queryFn: () =>
      load(
        api.GET('/api/admin/v1/companies/{handle}/analyses/{analysisId}/explain', {
          params: { path: { handle, analysisId: analysis }, query: { variantId: [variant] } },
        }),
      ),
    retry: (failures, error) => error instanceof ApiError && error.isTemporary && failures < 2,
  });
  return (
    <div aria-live="polite">
      <Loaded query={explanation}>
        {({ variants: [found], language }) =>
          found && (
            <Stack gap="xs">
              {/* The service writes in the language of the company. */}
              <Stack gap="xs" lang={language}>
                <Text fw={600} className="wrap-anywhere">
                  {found.sentence}
                </Text>
                <List size="sm">
                  {listReasons(found).map(({ sentence, isObstacle }) => (
                    <List.Item key={sentence} className="wrap-anywhere">
                      {sentence}{' '}
                      {isObstacle && (
                        <Badge component="span" color="red" variant="light">
                          {t('shoppers.obstacle')}
                        </Badge>
                      )}
                    </List.Item>
                  ))}
                </List>
              </Stack>
              <ExplainedSets sets={found.sets} catalog={catalog} />
            </Stack>
          )
        }
      </Loaded>
    </div>
  );
}
