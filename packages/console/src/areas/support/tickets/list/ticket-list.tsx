import { createTicket, ticketSortFields, type createdTickets, type Ticket, type TicketSide } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconPlus, IconTicket } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { call } from '../../../../core/api/client.ts';
import { query } from '../../../../core/api/query.ts';
import { Can } from '../../../../core/components/can.tsx';
import { DataTable } from '../../../../core/components/table/data-table.tsx';
import { ExportButton } from '../../../../core/export/export-button.tsx';
import { ListEmptyView } from '../../../../core/components/table/list-empty-view.tsx';
import { numberedPages } from './numbered-pages.ts';
import { PageHeader } from '../../../../core/components/page/page-header.tsx';
import { useListSearch, useUrlSearch } from '../../../../core/components/filters/use-list-search.ts';
import { usePagedList, type PagedList } from '../../../../core/components/table/use-paged-list.ts';
import { sides, type TicketListEndpoint } from '../sides.ts';
import { filterInput, isFiltering, readFilter } from './ticket-filter.ts';
import { TicketToolbar } from './ticket-toolbar.tsx';
import { columnsOf, exportColumnsOf } from './tickets.columns.tsx';
import { useTicketTexts } from '../use-ticket-texts.ts';
import { pageLink } from '../../../../core/router/page-link.ts';

const defaults = { sortFields: ticketSortFields, sortBy: 'attention', sortDirection: 'asc' } as const;

interface TicketListProps {
  endpoint: TicketListEndpoint;
  side: TicketSide;
}

/** A list of tickets, by default sorted by what needs attention first. */
export function TicketList({ endpoint, side }: TicketListProps) {
  const { t } = useTicketTexts();
  const { textPrefix, pageOf } = sides[side];
  const view = useListSearch(defaults);
  const { change: _, ...search } = view;
  const { raw, patch } = useUrlSearch();
  const filter = readFilter(raw);
  const input = { ...search, filter: filterInput(filter) };
  // Both endpoints have the same input and output, so one type serves both.
  const typedEndpoint = endpoint as typeof createdTickets;
  const list: PagedList<Ticket> = usePagedList(query(typedEndpoint, input), view);
  const columns = useMemo(() => columnsOf(side), [side]);
  const changeFilter = (change: object) => patch({ ...change, page: undefined });
  const clear = () => changeFilter({ status: undefined, priority: undefined, category: undefined, unread: undefined });
  const title = t(`${textPrefix}.title`);
  return (
    <>
      <PageHeader
        title={title}
        subtitle={t(`${textPrefix}.subtitle`)}
        actions={
          <>
            <ExportButton
              empty={list.rows.length === 0}
              source={{
                name: title,
                fileWords: [title],
                columns: exportColumnsOf(side),
                fetchPage: numberedPages((page, signal) => call(typedEndpoint, { ...input, ...page }, signal)),
              }}
            />
            {side === 'MINE' && <AddButton label={t('add.button')} />}
          </>
        }
      />
      <DataTable
        label={title}
        columns={columns}
        list={list}
        ownSort={{ sortBy: 'attention', label: t('attention') }}
        rowLink={({ id }) => pageOf(id)}
        toolbar={<TicketToolbar {...{ view, filter, side, changeFilter }} />}
        empty={
          <ListEmptyView
            list={list}
            icon={IconTicket}
            title={t(`${textPrefix}.empty.title`)}
            hint={t(`${textPrefix}.empty.hint`)}
            actions={side === 'MINE' && <AddButton label={t('add.first')} />}
            filter={{ active: isFiltering(filter), clear }}
          />
        }
      />
    </>
  );
}

function AddButton({ label }: { label: string }) {
  return (
    <Can use={createTicket}>
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        renderRoot={(props) => <Link {...pageLink('/my-ticket/add-ticket')} {...props} />}
      >
        {label}
      </Button>
    </Can>
  );
}
