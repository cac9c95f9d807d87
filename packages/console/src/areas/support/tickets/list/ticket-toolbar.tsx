import { ticketPriorities, type ticketSortFields, type TicketSide } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconMailOpened, IconSortDescending2 } from '@tabler/icons-react';
import { FilterSelect } from '../../../../core/components/filters/filter-select.tsx';
import { Filters } from '../../../../core/components/filters/filters.tsx';
import { SearchBox } from '../../../../core/components/filters/search-box.tsx';
import type { ListView } from '../../../../core/components/filters/use-list-search.ts';
import { SavedViews } from '../../../../shared/saved-views/saved-views.tsx';
import { isFiltering, statusChoices, type TicketFilter } from './ticket-filter.ts';
import { useTicketTexts } from '../use-ticket-texts.ts';
import { offeredCategories } from '../offered-categories.ts';

interface TicketToolbarProps {
  view: ListView<(typeof ticketSortFields)[number]>;
  filter: TicketFilter;
  side: TicketSide;
  changeFilter: (change: Partial<Record<keyof TicketFilter, unknown>>) => void;
}

/** Search, filters, saved views, and the button that restores the default sort order. */
export function TicketToolbar({ view, filter, side, changeFilter }: TicketToolbarProps) {
  const { t } = useTicketTexts();
  return (
    <>
      <SearchBox label={t('search')} view={view} />
      <Filters active={isFiltering(filter)}>
        <FilterSelect
          label={t('filter.status')}
          any={t('filter.anyStatus')}
          options={statusChoices.map((value) => ({
            value,
            label: t(value === 'ongoing' || value === 'ended' ? `filter.${value}` : `status.${value}`),
          }))}
          value={filter.status}
          onChange={(status) => changeFilter({ status })}
        />
        <FilterSelect
          label={t('filter.priority')}
          any={t('filter.anyPriority')}
          options={ticketPriorities.map((value) => ({ value, label: t(`priority.${value}`) }))}
          value={filter.priority}
          onChange={(priority) => changeFilter({ priority })}
        />
        <FilterSelect
          label={t('filter.category')}
          any={t('filter.anyCategory')}
          options={offeredCategories(filter.category).map((value) => ({ value, label: t(`category.${value}`) }))}
          value={filter.category}
          onChange={(category) => changeFilter({ category })}
        />
        <Button
          variant={filter.unread ? 'light' : 'default'}
          aria-pressed={filter.unread}
          leftSection={<IconMailOpened size={16} aria-hidden />}
          onClick={() => changeFilter({ unread: filter.unread ? undefined : true })}
        >
          {t('filter.unread')}
        </Button>
      </Filters>
      {view.sortBy !== 'attention' && (
        <Button
          variant="subtle"
          leftSection={<IconSortDescending2 size={16} aria-hidden />}
          onClick={() => view.change({ sortBy: 'attention', sortDirection: 'asc' })}
        >
          {t('attention')}
        </Button>
      )}
      <SavedViews list={side === 'MINE' ? 'my-tickets' : 'subordinates-tickets'} />
    </>
  );
}
