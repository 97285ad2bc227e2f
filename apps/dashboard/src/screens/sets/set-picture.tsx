import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n.js';

/** What the two kinds of sets are, drawn: variants that belong together, and places that variants of a product fill. */
export function SetPicture() {
  const { t } = useI18n();
  return (
    <Group gap="xl" justify="center" mt="sm">
      <Kind name={t('sets.kind.fixed')}>
        <Bottle x={22} />
        <Bottle x={58} />
        <Bottle x={94} />
      </Kind>
      <Kind name={t('sets.kind.dynamic')}>
        <Bottle x={22} />
        <Bottle x={58} />
        <Place x={94} />
      </Kind>
    </Group>
  );
}

const Kind = ({ name, children }: { name: string; children: ReactNode }) => (
  <figure style={{ margin: 0 }}>
    <svg
      viewBox="0 0 138 84"
      width="138"
      height="84"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <rect x="4" y="4" width="130" height="76" rx="10" />
      {children}
    </svg>
    <Text component="figcaption" size="sm">
      {name}
    </Text>
  </figure>
);

const Bottle = ({ x }: { x: number }) => (
  <g transform={`translate(${x} 16)`}>
    <rect x="7" y="0" width="8" height="10" fill="currentColor" />
    <rect x="0" y="12" width="22" height="40" rx="5" />
  </g>
);

const Place = ({ x }: { x: number }) => <rect x={x} y="28" width="22" height="40" rx="5" strokeDasharray="4 3" />;
