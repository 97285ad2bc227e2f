import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Names and values of one object. On a phone the value is below its name. */
export function Facts({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="facts">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} className="wrap-anywhere">
            {value}
          </Text>
        </div>
      ))}
    </dl>
  );
}
