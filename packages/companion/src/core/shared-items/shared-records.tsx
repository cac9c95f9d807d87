import { Button, FileButton } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { useCompanion } from '../live/companion-context.ts';
import { type ItemKind, type NewItem, addItems, addedText, removeItems } from './item-storage.ts';
import { RemoveAllButton } from './remove-all-button.tsx';
import { SharedItemList, type ListedItem } from './shared-item-list.tsx';
import { ItemsPanel } from './items-panel.tsx';
import { useSharedItems } from './use-shared-items.ts';
import { useWork } from './use-work.ts';
import { itemText } from './shared-items.texts.ts';

interface SharedRecordsProps {
  kind: ItemKind;
  /** How many items there are, in words. */
  summary: (count: number) => string;
  searchLabel: string;
  atMost: number;
  /** Adds the records of a file that the person chooses, which works in every browser. */
  file: { label: string; accept: string; read: (file: File) => Promise<readonly NewItem[]> };
  /** The phone's own picker; null where the browser has none. */
  picker?: { label: string; icon: ReactNode; pick: () => Promise<readonly NewItem[]> } | null;
  /** The items in words and in order. The same function at every render, since its result is memoized. */
  list: (items: readonly NewItem[]) => readonly ListedItem[];
}

/** The records of one kind that the person shares, such as contacts: what an Update sends, with buttons to add and to remove. */
export function SharedRecords({ kind, summary, searchLabel, atMost, file, picker = null, list }: SharedRecordsProps) {
  const { database } = useCompanion();
  const items = useSharedItems(kind);
  const work = useWork();
  const listed = useMemo(() => list(items ?? []), [items, list]);
  if (items === null) return null;

  const add = (read: () => Promise<readonly NewItem[]>) =>
    work.run(async () => {
      const found = await read();
      if (found.length === 0) return itemText('nothingPicked');
      return addedText(await addItems(database, kind, found, atMost));
    });
  const remove = (keys: readonly string[]) =>
    work.run(async () => {
      await removeItems(database, kind, keys);
      return itemText('takenOut');
    });

  return (
    <ItemsPanel
      summary={summary(items.length)}
      work={work}
      actions={
        <>
          {picker && (
            <Button size="md" leftSection={picker.icon} loading={work.isBusy} onClick={() => add(picker.pick)}>
              {picker.label}
            </Button>
          )}
          <FileButton accept={file.accept} onChange={(chosen) => chosen && add(() => file.read(chosen))}>
            {(props) => (
              <Button
                {...props}
                size="md"
                variant={picker ? 'default' : 'filled'}
                leftSection={<IconFileImport size={20} aria-hidden />}
                loading={work.isBusy}
              >
                {file.label}
              </Button>
            )}
          </FileButton>
          <RemoveAllButton
            count={items.length}
            isBusy={work.isBusy}
            onConfirm={() => remove(items.map(({ key }) => key))}
          />
        </>
      }
    >
      <SharedItemList items={listed} searchLabel={searchLabel} isBusy={work.isBusy} onRemove={(key) => remove([key])} />
    </ItemsPanel>
  );
}
