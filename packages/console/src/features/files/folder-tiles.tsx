import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListEmptyView } from '../../core/components/list-empty-view.tsx';
import { ListPanel } from '../../core/components/list-panel.tsx';
import { PhoneSort } from '../../core/components/phone-sort.tsx';
import { DeviceFeatureToolbar } from '../../core/device-feature/device-feature-page.tsx';
import { UpdateAction } from '../../core/device-feature/update-action.tsx';
import { ChooseAllBox } from './choice-box.tsx';
import classes from './file-grid.module.css';
import { FileGrid } from './file-grid.tsx';
import { fileColumns } from './files.columns.tsx';
import type { ShownFolder } from './use-folder.ts';

/** A folder as tiles. */
export function FolderTiles({ folder, choosing, onOpen }: ShownFolder) {
  const { t } = useTranslation('files');
  const { list, searching } = folder;
  const columns = useMemo(() => fileColumns(searching), [searching]);
  const filters = (
    <>
      {choosing && <ChooseAllBox />}
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
      <FileGrid deviceId={list.deviceId} files={list.rows.rows} choosing={choosing} onOpen={onOpen} />
    </ListPanel>
  );
}

function SkeletonTiles() {
  return (
    <div className={classes.grid} aria-hidden>
      {Array.from({ length: 8 }, (_, place) => (
        <Skeleton key={place} height={150} radius="md" />
      ))}
    </div>
  );
}
