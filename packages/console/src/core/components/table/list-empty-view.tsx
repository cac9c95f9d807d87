import { Button } from '@mantine/core';
import { IconFilterOff, IconSearchOff, IconX, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ListRow } from './columns.ts';
import { EmptyView } from '../page/empty-view.tsx';
import { useComponentTexts } from '../use-component-texts.ts';
import type { PagedList } from './use-paged-list.ts';

interface ListEmptyViewProps<Row extends ListRow> {
  list: PagedList<Row>;
  icon: TablerIcon;
  /** Such as "No Contacts available". */
  title: string;
  hint: string;
  /** Further explanation under the hint. */
  note?: ReactNode;
  /** Buttons before Refresh. */
  actions?: ReactNode;
  /** The state of the list's filters, if it has any. */
  filter?: { active: boolean; clear: () => void };
}

/** Explains why a list has no rows: it is empty, or nothing matches. Then a button clears the search or the filters. */
export function ListEmptyView<Row extends ListRow>(props: ListEmptyViewProps<Row>) {
  const { list, filter, ...words } = props;
  const { t } = useComponentTexts();
  const { search, change } = list.view;
  if (filter?.active) return <NothingMatches clear={filter.clear} refetch={list.refetch} />;
  if (search === '') return <EmptyView {...words} refetch={list.refetch} />;
  return (
    <EmptyView
      icon={IconSearchOff}
      title={t('search.noMatch', { search })}
      hint={t('search.noMatchHint')}
      refetch={list.refetch}
      actions={
        <Button variant="light" leftSection={<IconX size={16} aria-hidden />} onClick={() => change({ search: '' })}>
          {t('search.clear')}
        </Button>
      }
    />
  );
}

function NothingMatches({ clear, refetch }: { clear: () => void; refetch: () => Promise<unknown> }) {
  const { t } = useComponentTexts();
  return (
    <EmptyView
      icon={IconFilterOff}
      title={t('filter.noMatch')}
      hint={t('filter.noMatchHint')}
      refetch={refetch}
      actions={
        <Button variant="light" onClick={clear}>
          {t('filter.clearLabel')}
        </Button>
      }
    />
  );
}
