import { Button, Group, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useI18n } from '../i18n/i18n.js';

export interface Column<T> {
  title: string;
  cell: (item: T) => ReactNode;
  isNumber?: boolean;
  /** So that a text is not broken into many short lines where other columns are wide. */
  isWide?: boolean;
}

/** A table; on a phone each row is a block. The roles stay with the elements when the styles change what they look like. */
export function Rows<T extends object>(props: {
  caption: string;
  columns: readonly Column<T>[];
  items: readonly T[];
  toKey: (item: T) => string;
  /** The list has more pages. */
  more?: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}) {
  const { t } = useI18n();
  const { columns, more } = props;
  return (
    <>
      <Table className="rows" verticalSpacing="sm" role="table" aria-label={props.caption}>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map(({ title, isNumber, isWide }) => (
              <Table.Th
                key={title}
                role="columnheader"
                scope="col"
                {...(isNumber ? { className: 'number' } : isWide ? { className: 'wide' } : {})}
              >
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {props.items.map((item) => (
            <Table.Tr key={props.toKey(item)} role="row">
              {columns.map(({ title, cell, isNumber }) => (
                <Table.Td key={title} role="cell" data-label={title} {...(isNumber ? { className: 'number' } : {})}>
                  {cell(item)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {more?.hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={more.isFetchingNextPage} onClick={() => more.fetchNextPage()}>
            {t('list.more')}
          </Button>
        </Group>
      )}
    </>
  );
}
