import { ActionIcon, Text } from '@mantine/core';
import { useDisclosure, useId } from '@mantine/hooks';
import { useI18n } from '../../i18n/i18n.js';
import './charts.css';

/** What a figure counts, on demand. @param name - of the figure. */
export function Info({ name, definition }: { name: string; definition: string }) {
  const { t } = useI18n();
  const id = useId();
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        aria-label={t('figures.definition', { name })}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        <InfoIcon />
      </ActionIcon>
      <Text id={id} size="sm" hidden={!isOpen} className="info-text">
        {definition}
      </Text>
    </>
  );
}

const InfoIcon = () => (
  <svg
    viewBox="0 0 20 20"
    width="18"
    height="18"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    aria-hidden="true"
  >
    <circle cx="10" cy="10" r="7.5" />
    <path d="M10 9v5M10 6.2v.1" strokeLinecap="round" />
  </svg>
);
