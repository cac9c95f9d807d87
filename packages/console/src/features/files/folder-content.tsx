import { sendFile } from '@fairwatch/contract';
import { IconFolder } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState, type KeyboardEvent } from 'react';
import { useCan } from '../../core/components/can.tsx';
import { DeviceFeatureTable } from '../../core/device-feature/device-feature-page.tsx';
import { Opening } from '../../core/shortcuts/opening.tsx';
import { FileChoiceContext, useFileChoice, type FileChoice } from './file-choice.ts';
import { pathOf } from './file-path.ts';
import type { FileRow } from './file-row.ts';
import { actionsColumn, choiceColumn, fileColumns } from './files.columns.tsx';
import type { OpenFolder, ShownFolder } from './use-folder.ts';
import type { Layout } from './use-layout.ts';

// Who only looks at a list needs none of them.
const FolderTiles = lazy(async () => ({ default: (await import('./folder-tiles.tsx')).FolderTiles }));
const FilePreview = lazy(async () => ({ default: (await import('./file-preview.tsx')).FilePreview }));
const ChoiceBar = lazy(async () => ({ default: (await import('./choice-bar.tsx')).ChoiceBar }));

/** What lies in the open folder, as a list or as tiles, and what can be done with what is chosen of it. */
export function FolderContent({ folder, layout }: { folder: OpenFolder; layout: Layout }) {
  const { list, open } = folder;
  const choosing = useCan(sendFile);
  const choice = useFileChoice(list.rows.rows);
  const [previewed, setPreviewed] = useState<FileRow | null>(null);
  const onOpen = (file: FileRow) => (file.folder ? open(pathOf(file)) : setPreviewed(file));
  const shown = { folder, choosing, onOpen };
  return (
    <FileChoiceContext value={choice}>
      {/* Keys are a shortcut here: each has a checkbox or a button that does the same. */}
      <div role="presentation" onKeyDown={choosing ? (event) => choiceKey(event, choice) : undefined}>
        <Suspense>{layout === 'grid' && list.shared ? <FolderTiles {...shown} /> : <Rows {...shown} />}</Suspense>
        <Suspense>{choice.chosen.length > 0 && <ChoiceBar deviceId={list.deviceId} />}</Suspense>
      </div>
      {/* What is withdrawn is no longer shown. Outside of the above, whose keys are not meant here. */}
      {previewed !== null && list.shared && (
        <Suspense fallback={<Opening />}>
          <FilePreview deviceId={list.deviceId} file={previewed} close={() => setPreviewed(null)} />
        </Suspense>
      )}
    </FileChoiceContext>
  );
}

function choiceKey(event: KeyboardEvent, { chosen, chooseAll, clear }: FileChoice): void {
  const typing = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
  if (typing || event.target instanceof HTMLSelectElement) return;
  const all = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey);
  if (all) event.preventDefault();
  if (all) chooseAll();
  else if (event.key === 'Escape' && chosen.length > 0) clear();
}

function Rows({ folder, choosing, onOpen }: ShownFolder) {
  const { list, searching } = folder;
  const columns = useMemo(() => fileColumns(searching), [searching]);
  const shown = useMemo(
    () => (choosing ? [choiceColumn, ...columns, actionsColumn(list.deviceId)] : columns),
    [choosing, columns, list.deviceId],
  );
  return (
    <DeviceFeatureTable list={list} columns={shown} exportColumns={columns} icon={IconFolder} onRowOpen={onOpen} />
  );
}
