import { Button } from '@mantine/core';
import { IconSearchOff, IconX, type TablerIcon } from '@tabler/icons-react';
import type { ListRow } from './columns.ts';
import { EmptyView } from './empty-view.tsx';
import { useComponentTexts } from './use-component-texts.ts';
import type { PagedList } from './use-paged-list.ts';

interface ListEmptyViewProps<Row extends ListRow> {
  list: PagedList<Row>;
  icon: TablerIcon;
  /** Such as "No Contacts available". */
  title: string;
  hint: string;
}

/** Why a list has no rows: there are none at all, or none that match the search, which can then be cleared. */
export function ListEmptyView<Row extends ListRow>({ list, icon, title, hint }: ListEmptyViewProps<Row>) {
  const { t } = useComponentTexts();
  const { search, change } = list.view;
  if (search === '') return <EmptyView icon={icon} title={title} hint={hint} refetch={list.refetch} />;
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
