import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { useMemo } from 'react';
import { ListEmptyView } from '../../../../core/components/table/list-empty-view.tsx';
import { ListPanel } from '../../../../core/components/table/list-panel.tsx';
import { PhoneSort } from '../../../../core/components/table/phone-sort.tsx';
import { DeviceFeatureToolbar } from '../../../../shared/device-feature/device-feature-page.tsx';
import { UpdateAction } from '../../../../shared/device-feature/commands/update-action.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { SelectAllCheckbox } from '../list/selection-checkbox.tsx';
import classes from '../list/file-grid.module.css';
import { FileGrid } from '../list/file-grid.tsx';
import { fileColumns } from '../list/files.columns.tsx';
import type { FolderContentProps } from './use-folder.ts';

/** The content of a folder as tiles, with its toolbar and empty view. */
export function FolderTiles({ folder, canSelect, onOpen }: FolderContentProps) {
  const { t } = useTranslation('files');
  const { list, searching } = folder;
  const columns = useMemo(() => fileColumns(searching), [searching]);
  const filters = (
    <>
      {canSelect && <SelectAllCheckbox />}
      <PhoneSort always columns={columns} view={list.rows.view} />
    </>
  );
  return (
    <ListPanel
      label={t('title')}
      list={list.rows}
      toolbar={<DeviceFeatureToolbar list={list} columns={columns} filters={filters} />}
      loading={<SkeletonTiles />}
      empty={
        <ListEmptyView
          list={list.rows}
          icon={IconFolder}
          title={t('empty.title')}
          hint={t('empty.hint')}
          actions={<UpdateAction list={list} />}
        />
      }
    >
      <FileGrid deviceId={list.deviceId} files={list.rows.rows} canSelect={canSelect} onOpen={onOpen} />
    </ListPanel>
  );
}

function SkeletonTiles() {
  return (
    <div className={classes.grid} aria-hidden>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} height={150} radius="md" />
      ))}
    </div>
  );
}
