import { deviceStatuses, groupList } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconFocusCentered } from '@tabler/icons-react';
import { useCan } from '../../../core/components/can.tsx';
import { ClearFilters } from '../../../core/components/filters/clear-filters.tsx';
import { FilterSelect } from '../../../core/components/filters/filter-select.tsx';
import { SearchBox } from '../../../core/components/filters/search-box.tsx';
import { useGroups } from '../../../shared/group-tags/use-groups.ts';
import { i18n } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import table from '../../../core/components/table/data-table.module.css';
import type { MapSearchView } from './use-map-search.ts';

interface MapToolbarProps {
  view: MapSearchView;
  /** Null while the map shows nothing to zoom to. */
  fit: (() => void) | null;
}

/** Search and filters of the map. */
export function MapToolbar({ view, fit }: MapToolbarProps) {
  const { t } = useTranslation('map');
  const groups = useGroups() ?? [];
  const seesGroups = useCan(groupList) || view.groupId !== undefined;
  return (
    <div className={table.toolbar}>
      <SearchBox
        label={t('search')}
        view={{ search: view.search, change: ({ search = '' }, options) => view.change({ search }, options) }}
      />
      <FilterSelect
        label={t('filter.status')}
        any={t('filter.anyStatus')}
        options={deviceStatuses.map((value) => ({ value, label: i18n.t(`components:status.${value}`) }))}
        value={view.status}
        onChange={(status) => view.change({ status })}
      />
      {seesGroups && (
        <FilterSelect
          label={t('filter.group')}
          any={t('filter.anyGroup')}
          options={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={view.groupId?.toString()}
          onChange={(value) => view.change({ groupId: value === undefined ? undefined : Number(value) })}
        />
      )}
      {view.active && <ClearFilters clear={view.clear} />}
      <Button
        variant="default"
        ml="auto"
        leftSection={<IconFocusCentered size={16} aria-hidden />}
        disabled={fit === null}
        onClick={fit ?? undefined}
      >
        {t('fit')}
      </Button>
    </div>
  );
}
