import { createTicket, ticketSortFields, type createdTickets, type Ticket, type TicketSide } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconPlus, IconTicket } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { call } from '../../core/api/client.ts';
import { query } from '../../core/api/query.ts';
import { Can } from '../../core/components/can.tsx';
import { DataTable } from '../../core/components/data-table.tsx';
import { ExportButton } from '../../core/export/export-button.tsx';
import { ListEmptyView } from '../../core/components/list-empty-view.tsx';
import { numberedPages } from '../../core/export/numbered-pages.ts';
import { PageHeader } from '../../core/components/page-header.tsx';
import { useListSearch, useUrlSearch } from '../../core/components/use-list-search.ts';
import { usePagedList, type PagedList } from '../../core/components/use-paged-list.ts';
import { sides, type TicketListEndpoint } from './sides.ts';
import { filterInput, isFiltering, readFilter } from './ticket-filter.ts';
import { TicketToolbar } from './ticket-toolbar.tsx';
import { columnsOf, exportColumnsOf } from './tickets.columns.tsx';
import { useTicketTexts } from './use-ticket-texts.ts';

const defaults = { sortFields: ticketSortFields, sortBy: 'attention', sortDirection: 'asc' } as const;

interface TicketListProps {
  endpoint: TicketListEndpoint;
  side: TicketSide;
}

/** A list of tickets: what needs attention first, unless one sorts otherwise. */
export function TicketList({ endpoint, side }: TicketListProps) {
  const { t } = useTicketTexts();
  const { words, pageOf } = sides[side];
  const view = useListSearch(defaults);
  const { change: _, ...search } = view;
  const { raw, patch } = useUrlSearch();
  const filter = readFilter(raw);
  const input = { ...search, filter: filterInput(filter) };
  // Both calls take and answer the same; only whose tickets they are about differs.
  const shaped = endpoint as typeof createdTickets;
  const list: PagedList<Ticket> = usePagedList(query(shaped, input), view);
  const columns = useMemo(() => columnsOf(side), [side]);
  const narrow = (change: object) => patch({ ...change, page: undefined });
  const clear = () => narrow({ status: undefined, priority: undefined, category: undefined, unread: undefined });
  const title = t(`${words}.title`);
  return (
    <>
      <PageHeader
        title={title}
        subtitle={t(`${words}.subtitle`)}
        actions={
          <>
            <ExportButton
              empty={list.rows.length === 0}
              source={{
                name: title,
                fileWords: [title],
                columns: exportColumnsOf(side),
                fetchPage: numberedPages((page, signal) => call(shaped, { ...input, ...page }, signal)),
              }}
            />
            {side === 'MINE' && <AddButton words={t('add.button')} />}
          </>
        }
      />
      <DataTable
        label={title}
        columns={columns}
        list={list}
        ownSort={{ sortBy: 'attention', label: t('attention') }}
        rowLink={({ id }) => pageOf(id)}
        toolbar={<TicketToolbar {...{ view, filter, side, narrow }} />}
        empty={
          <ListEmptyView
            list={list}
            icon={IconTicket}
            title={t(`${words}.empty.title`)}
            hint={t(`${words}.empty.hint`)}
            actions={side === 'MINE' && <AddButton words={t('add.first')} />}
            filter={{ active: isFiltering(filter), clear }}
          />
        }
      />
    </>
  );
}

function AddButton({ words }: { words: string }) {
  return (
    <Can use={createTicket}>
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/my-ticket/add-ticket" {...props} />}
      >
        {words}
      </Button>
    </Can>
  );
}
