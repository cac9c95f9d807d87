import { device, deviceFilterChoices, groupList, type ListedDevice } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../core/api/query.ts';
import { useCan } from '../../../core/components/can.tsx';
import { ClearFilters } from '../../../core/components/filters/clear-filters.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { ExportButton } from '../../../core/export/export-button.tsx';
import { FilterSelect } from '../../../core/components/filters/filter-select.tsx';
import { Filters } from '../../../core/components/filters/filters.tsx';
import { SearchBox } from '../../../core/components/filters/search-box.tsx';
import { SavedViews } from '../../../shared/saved-views/saved-views.tsx';
import type { FetchPage } from '../../../core/export/collect-rows.ts';
import type { PagedList } from '../../../core/components/table/use-paged-list.ts';
import type { VisibleColumns } from '../../../core/components/table/use-visible-columns.ts';
import type { DeviceFilters } from './device-filters.ts';
import { exportColumns, usedColumns } from './devices.columns.tsx';
import { useGroups } from '../../../shared/group-tags/use-groups.ts';
import { i18n } from '../../../core/i18n/i18n.ts';
import type { Narrowing } from './selection/selection.ts';
import { IconSquareCheck } from '@tabler/icons-react';
import tool from '../../../core/components/buttons/tool-button.module.css';
import { DropPanel, PanelOption } from '../../../core/components/overlays/drop-panel.tsx';
import { Tag } from '../../../shared/group-tags/group-tags.tsx';
import classes from './selection/selection.module.css';
import { useDeviceSelecting } from './selection/use-selection.ts';

interface DevicesToolbarProps {
  list: PagedList<ListedDevice>;
  filter: DeviceFilters;
  columns: VisibleColumns<ListedDevice>;
  fetchPage: FetchPage<ListedDevice>;
  narrowing: Narrowing;
}

/** Search, filters, selection, columns and export of the devices. */
export function DevicesToolbar({ list, filter, columns, fetchPage, narrowing }: DevicesToolbarProps) {
  const { t } = useTranslation('devices');
  const { view, pagination } = list;
  return (
    <>
      <SearchBox label={t('search')} view={view} />
      <Filters active={filter.active}>
        <FilterChoices {...filter} />
      </Filters>
      {filter.active && <ClearFilters clear={filter.clear} />}
      <SelectMenu list={list} narrowing={narrowing} />
      <SavedViews list="devices" columns={columns} />
      <ColumnChooser columns={columns} />
      <ExportButton
        empty={pagination === null || pagination.totalItems === 0}
        source={{ name: t('title'), fileWords: ['devices'], columns: usedColumns(exportColumns), fetchPage }}
      />
    </>
  );
}

function FilterChoices({ filters, change }: DeviceFilters) {
  const { t } = useTranslation('devices');
  const choices = useQuery(query(deviceFilterChoices, {})).data?.data;
  const { appNames = [], admins = [] } = choices ?? {};
  const groups = useGroups() ?? [];
  // Independent of the response, so that the toolbar does not change its size when that arrives.
  const seesAdmins = useCan({ access: 'super-admin' }) || filters.adminId !== undefined;
  const seesGroups = useCan(groupList) || filters.groupId !== undefined;
  return (
    <>
      <FilterSelect
        label={t('filter.status')}
        any={t('filter.anyStatus')}
        options={device.shape.status.options.map((value) => ({ value, label: i18n.t(`components:status.${value}`) }))}
        value={filters.status}
        onChange={(status) => change({ status })}
      />
      <FilterSelect
        label={t('filter.appName')}
        any={t('filter.anyApp')}
        options={appNames.map((value) => ({ value, label: value }))}
        value={filters.appName}
        onChange={(appName) => change({ appName })}
      />
      {seesGroups && (
        <FilterSelect
          label={t('filter.group')}
          any={t('filter.anyGroup')}
          options={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={filters.groupId?.toString()}
          onChange={(value) => change({ groupId: value === undefined ? undefined : Number(value) })}
        />
      )}
      {seesAdmins && (
        <FilterSelect
          label={t('filter.admin')}
          any={t('filter.anyAdmin')}
          options={admins.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={filters.adminId?.toString()}
          onChange={(value) => change({ adminId: value === undefined ? undefined : Number(value) })}
        />
      )}
    </>
  );
}

interface SelectMenuProps {
  list: PagedList<ListedDevice>;
  narrowing: Narrowing;
}

/** Selects all devices on the page, all that match, or those of a group. Cards on a phone have no heading with a checkbox. */
function SelectMenu({ list, narrowing }: SelectMenuProps) {
  const { t } = useTranslation('devices');
  const groups = useGroups()?.filter(({ devices }) => devices > 0) ?? [];
  const selecting = useDeviceSelecting();
  const matching = list.pagination?.totalItems ?? 0;
  if (selecting === null) return null;
  const { selection, isPageSelected, togglePage, select } = selecting;
  const empty = matching === 0 ? t('select.none') : null;
  return (
    <DropPanel
      label={t('select.button')}
      className={tool.button}
      face={
        <>
          <IconSquareCheck size={16} aria-hidden />
          <span className={tool.word}>{t('select.button')}</span>
        </>
      }
    >
      <PanelOption pressed={isPageSelected && selection.by === 'DEVICES'} reason={empty} onClick={togglePage}>
        {t('select.page')}
      </PanelOption>
      <PanelOption
        pressed={selection.by === 'MATCHING'}
        reason={empty}
        onClick={() => select({ by: 'MATCHING', ...narrowing })}
      >
        {t('select.matching', { count: matching })}
      </PanelOption>
      {groups.length > 0 && (
        <fieldset className={classes.groups} aria-label={t('select.groups')}>
          {groups.map((group) => (
            <PanelOption
              key={group.id}
              pressed={selection.by === 'GROUP' && selection.groupId === group.id}
              onClick={() => select({ by: 'GROUP', groupId: group.id })}
            >
              <Tag group={group} />
              {t('select.group', { count: group.devices })}
            </PanelOption>
          ))}
        </fieldset>
      )}
    </DropPanel>
  );
}
