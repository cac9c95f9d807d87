import '@mantine/core/styles/Skeleton.layer.css';
import { sendFile } from '@fairwatch/contract';
import { Skeleton } from '@mantine/core';
import { IconFolder, IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useMemo, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../core/components/can.tsx';
import { Choice } from '../../core/components/choice.tsx';
import { ListEmptyView } from '../../core/components/list-empty-view.tsx';
import { ListPanel } from '../../core/components/list-panel.tsx';
import { PhoneSort } from '../../core/components/phone-sort.tsx';
import { DeviceFeatureTable, DeviceFeatureToolbar } from '../../core/device-feature/device-feature-page.tsx';
import { NotSharedView } from '../../core/device-feature/not-shared-view.tsx';
import { ChoiceBar } from './choice-bar.tsx';
import { ChooseAllBox } from './choice-box.tsx';
import { FileChoiceContext, useFileChoice, type FileChoice } from './file-choice.ts';
import { FileGrid } from './file-grid.tsx';
import gridClasses from './file-grid.module.css';
import { pathOf } from './file-path.ts';
import { actionsColumn, choiceColumn, fileColumns, type FileRow } from './files.columns.tsx';
import type { OpenFolder } from './use-folder.ts';
import { useLayout, type Layout } from './use-layout.ts';

/** What lies in the open folder, as a list or as tiles, and what can be done with what is chosen of it. */
export function FolderContent({ folder }: { folder: OpenFolder }) {
  const { list, open } = folder;
  const [layout, setLayout] = useLayout();
  const choosing = useCan(sendFile);
  const choice = useFileChoice(list.rows.rows);
  const onOpen = (file: FileRow) => {
    if (file.folder) open(pathOf(file));
    else if (choosing) choice.toggle(file, false);
  };
  const shown = { folder, layout, setLayout, choosing, onOpen };
  return (
    <FileChoiceContext value={choice}>
      {/* Keys are a shortcut here: each has a checkbox or a button that does the same. */}
      <div role="presentation" onKeyDown={choosing ? (event) => choiceKey(event, choice) : undefined}>
        {layout === 'grid' && list.shared ? <Tiles {...shown} /> : <Rows {...shown} />}
        {choosing && <ChoiceBar deviceId={list.deviceId} />}
      </div>
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

interface ShownProps {
  folder: OpenFolder;
  layout: Layout;
  setLayout: (layout: Layout) => void;
  choosing: boolean;
  onOpen: (file: FileRow) => void;
}

function LayoutChoice({ layout, setLayout }: Pick<ShownProps, 'layout' | 'setLayout'>) {
  const { t } = useTranslation('files');
  return (
    <Choice
      label={t('layout.label')}
      options={[
        { value: 'list', label: t('layout.list'), icon: IconList },
        { value: 'grid', label: t('layout.grid'), icon: IconLayoutGrid },
      ]}
      value={layout}
      onChange={setLayout}
    />
  );
}

function Rows({ folder, choosing, onOpen, ...layout }: ShownProps) {
  const { list, searching } = folder;
  const columns = useMemo(() => fileColumns(searching), [searching]);
  const shown = useMemo(
    () => (choosing ? [choiceColumn, ...columns, actionsColumn(list.deviceId)] : columns),
    [choosing, columns, list.deviceId],
  );
  return (
    <DeviceFeatureTable
      list={list}
      columns={shown}
      exportColumns={columns}
      icon={IconFolder}
      filters={<LayoutChoice {...layout} />}
      onRowOpen={onOpen}
    />
  );
}

function Tiles({ folder, choosing, onOpen, ...layout }: ShownProps) {
  const { t } = useTranslation('files');
  const { list, searching } = folder;
  const columns = useMemo(() => fileColumns(searching), [searching]);
  const filters = (
    <>
      {choosing && <ChooseAllBox />}
      <PhoneSort always columns={columns} view={list.rows.view} />
      <LayoutChoice {...layout} />
    </>
  );
  return (
    <ListPanel
      label={t('title')}
      list={list.rows}
      toolbar={<DeviceFeatureToolbar list={list} columns={columns} filters={filters} />}
      loading={<SkeletonTiles />}
      failed={list.shared ? undefined : <NotSharedView error={list.rows.error} refetch={list.rows.refetch} />}
      empty={<ListEmptyView list={list.rows} icon={IconFolder} title={t('empty.title')} hint={t('empty.hint')} />}
    >
      <FileGrid deviceId={list.deviceId} files={list.rows.rows} choosing={choosing} onOpen={onOpen} />
    </ListPanel>
  );
}

function SkeletonTiles() {
  return (
    <div className={gridClasses.grid} aria-hidden>
      {Array.from({ length: 8 }, (_, place) => (
        <Skeleton key={place} height={150} radius="md" />
      ))}
    </div>
  );
}
