import { sendFile } from '@fairwatch/contract';
import { IconFolder } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState, type KeyboardEvent } from 'react';
import { useCan } from '../../../../core/components/can.tsx';
import { DeviceFeatureTable } from '../../../../shared/device-feature/device-feature-page.tsx';
import { Opening } from '../../../../core/shortcuts/opening.tsx';
import { FileSelectionContext, useFileSelection, type FileSelection } from '../list/file-selection.ts';
import { pathOf, type FileRow } from '../file-path.ts';
import { actionsColumn, selectionColumn, fileColumns } from '../list/files.columns.tsx';
import type { OpenFolder, FolderContentProps } from './use-folder.ts';
import type { Layout } from '../list/use-layout.ts';

// Lazy, because the plain list needs none of them.
const FolderTiles = lazy(async () => ({ default: (await import('./folder-tiles.tsx')).FolderTiles }));
const FilePreview = lazy(async () => ({ default: (await import('../preview/file-preview.tsx')).FilePreview }));
const SelectionBar = lazy(async () => ({ default: (await import('../list/selection-bar.tsx')).SelectionBar }));

/** The content of the open folder, as a list or as tiles, with the selection and the preview. */
export function FolderContent({ folder, layout }: { folder: OpenFolder; layout: Layout }) {
  const { list, open } = folder;
  const canSelect = useCan(sendFile);
  const selection = useFileSelection(list.rows.rows);
  const [previewed, setPreviewed] = useState<FileRow | null>(null);
  const onOpen = (file: FileRow) => (file.folder ? open(pathOf(file)) : setPreviewed(file));
  const contentProps = { folder, canSelect, onOpen };
  return (
    <FileSelectionContext value={selection}>
      {/* The keys are shortcuts only: each has a checkbox or button that does the same. */}
      <div role="presentation" onKeyDown={canSelect ? (event) => handleSelectionKey(event, selection) : undefined}>
        <Suspense>
          {layout === 'grid' && list.shared ? <FolderTiles {...contentProps} /> : <Rows {...contentProps} />}
        </Suspense>
        <Suspense>{selection.selected.length > 0 && <SelectionBar deviceId={list.deviceId} />}</Suspense>
      </div>
      {/* Closed when consent is withdrawn. Outside the div above, so that the selection keys do not act inside the dialog. */}
      {previewed !== null && list.shared && (
        <Suspense fallback={<Opening />}>
          <FilePreview deviceId={list.deviceId} file={previewed} close={() => setPreviewed(null)} />
        </Suspense>
      )}
    </FileSelectionContext>
  );
}

function handleSelectionKey(event: KeyboardEvent, { selected, selectAll, clear }: FileSelection): void {
  const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
  if (isTyping || event.target instanceof HTMLSelectElement) return;
  const isSelectAll = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey);
  if (isSelectAll) {
    event.preventDefault();
    selectAll();
  } else if (event.key === 'Escape' && selected.length > 0) clear();
}

function Rows({ folder, canSelect, onOpen }: FolderContentProps) {
  const { list, searching } = folder;
  const columns = useMemo(() => fileColumns(searching), [searching]);
  const shownColumns = useMemo(
    () => (canSelect ? [selectionColumn, ...columns, actionsColumn(list.deviceId)] : columns),
    [canSelect, columns, list.deviceId],
  );
  return (
    <DeviceFeatureTable
      list={list}
      columns={shownColumns}
      exportColumns={columns}
      icon={IconFolder}
      onRowOpen={onOpen}
    />
  );
}
