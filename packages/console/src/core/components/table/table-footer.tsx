import '@mantine/core/styles/Pagination.layer.css';
import { Pagination, Text } from '@mantine/core';
import { useId } from 'react';
import classes from './data-table.module.css';
import { currentLanguage } from '../../i18n/i18n.ts';
import type { ListRow } from './columns.ts';
import { pageSizes } from '../filters/list-search.ts';
import { Select } from '../filters/select.tsx';
import { useComponentTexts } from '../use-component-texts.ts';
import type { PagedList } from './use-paged-list.ts';

/** Formats "Showing 21–40 of 133", or "of 10,000+" when the server stopped counting. */
function useRangeText<Row extends ListRow>({ pagination, rows }: PagedList<Row>): string {
  const { t } = useComponentTexts();
  if (pagination === null) return '';
  const number = new Intl.NumberFormat(currentLanguage());
  const before = (pagination.page - 1) * pagination.pageSize;
  const total = number.format(pagination.totalItems);
  return t('table.showing', {
    from: number.format(Math.min(before + 1, pagination.totalItems)),
    to: number.format(Math.min(before + rows.length, pagination.totalItems)),
    total: pagination.totalIsMinimum ? t('table.orMore', { total }) : total,
  });
}

interface TableFooterProps<Row extends ListRow> {
  /** The accessible name of the table. */
  label: string;
  list: PagedList<Row>;
  /** Hides the page size select, for small tables. */
  compact: boolean;
}

/** The range of the shown rows, the page size and the pagination. */
export function TableFooter<Row extends ListRow>({ label, list, compact }: TableFooterProps<Row>) {
  const { t } = useComponentTexts();
  const rangeText = useRangeText(list);
  const sizeId = useId();
  const { pagination, view } = list;
  return (
    <div className={classes.footer}>
      <Text component="div" size="sm" c="dimmed" aria-live="polite" className={classes.showing}>
        {rangeText}
      </Text>
      {!compact && (
        <div className={classes.pageSize}>
          <Text component="label" htmlFor={sizeId} size="sm" c="dimmed">
            {t('table.rowsPerPage')}
          </Text>
          <Select
            id={sizeId}
            small
            options={pageSizes.map(String).map((size) => ({ value: size, label: size }))}
            value={String(view.pageSize)}
            onChange={(size) => view.change({ pageSize: Number(size) })}
          />
        </div>
      )}
      {pagination !== null && pagination.totalPages > 1 && (
        <nav aria-label={t('table.pages', { label })} className={classes.pager}>
          <Pagination.Root
            total={pagination.totalPages}
            value={view.page}
            onChange={(page) => view.change({ page })}
            getItemProps={(page) => ({ 'aria-label': t('table.page', { page }) })}
          >
            <div className={classes.pages}>
              <Pagination.Previous aria-label={t('table.previous')} />
              <span className={classes.pageLabel}>
                {t('table.pageOf', { page: view.page, total: pagination.totalPages })}
              </span>
              <div className={classes.pageNumbers}>
                <Pagination.Items />
              </div>
              <Pagination.Next aria-label={t('table.next')} />
            </div>
          </Pagination.Root>
        </nav>
      )}
    </div>
  );
}
