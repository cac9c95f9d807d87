import { files } from '@fairwatch/contract';
import { IconFolder } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import type { Column } from '../../core/components/columns.ts';
import { useUrlSearch } from '../../core/components/use-list-search.ts';
import { DeviceFeatureHeader } from '../../core/device-feature/device-feature-header.tsx';
import { DeviceFeatureTable } from '../../core/device-feature/device-feature-page.tsx';
import { useDeviceFeature } from '../../core/device-feature/use-device-feature.ts';
import { addTexts } from '../../core/i18n/i18n.ts';
import { FileActions } from './file-actions.tsx';
import { pathOf } from './file-path.ts';
import { fileColumns, type FileRow } from './files.columns.tsx';
import texts from './files.texts.json';
import { FolderSteps } from './folder-steps.tsx';

addTexts('files', texts);

// Below the folder, so that it may come last.
const CdnFiles = lazy(async () => ({ default: (await import('./cdn-files.tsx')).CdnFiles }));

/** The folder that a device shares, one folder at a time, and what of it the server has. */
export function FilesView() {
  const { raw, patch } = useUrlSearch();
  const path = typeof raw.in === 'string' ? raw.in : '';
  const searching = typeof raw.search === 'string' && raw.search !== '';
  const list = useDeviceFeature(files, { only: searching ? {} : { parent: path } });
  const open = (next: string) => patch({ in: next === '' ? undefined : next, page: undefined, search: undefined });
  const columns = fileColumns(searching);
  return (
    <>
      <DeviceFeatureHeader list={list} />
      <DeviceFeatureTable
        list={list}
        columns={[...columns, actionsOf(list.deviceId)]}
        exportColumns={columns}
        icon={IconFolder}
        filters={searching ? undefined : <FolderSteps path={path} open={open} />}
        onRowOpen={(file) => (file.folder ? open(pathOf(file)) : undefined)}
      />
      {list.shared && (
        <Suspense>
          <CdnFiles deviceId={list.deviceId} />
        </Suspense>
      )}
    </>
  );
}

const actionsOf = (deviceId: number): Column<FileRow> => ({
  key: 'id',
  header: 'files:columns.actions',
  cell: (file) => <FileActions deviceId={deviceId} file={file} />,
  width: '5rem',
  card: 'aside',
});
