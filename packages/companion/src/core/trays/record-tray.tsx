import { Button, FileButton } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { useCompanion } from '../live/companion-context.ts';
import { addedText, countText } from './added-text.ts';
import { TakeAllOut } from './take-all-out.tsx';
import { TrayList, type ListedItem } from './tray-list.tsx';
import { TrayPanel } from './tray-panel.tsx';
import { addToTray, removeFromTray, type NewItem, type TrayName } from './tray-store.ts';
import { useTray } from './use-tray.ts';
import { useWork } from './use-work.ts';

interface RecordTrayProps {
  tray: TrayName;
  /** What its items are called: "contact", "contacts". */
  one: string;
  many: string;
  atMost: number;
  /** The way in that every browser has: a file that the person chooses. */
  file: { label: string; accept: string; read: (file: File) => Promise<readonly NewItem[]> };
  /** The phone's own picker; null where the browser has none. */
  picker?: { label: string; icon: ReactNode; pick: () => Promise<readonly NewItem[]> } | null;
  /** The items in words and in order. The same function at every render, since its result is memoized. */
  list: (items: readonly NewItem[]) => readonly ListedItem[];
}

/** A tray of records, such as contacts: what an Update sends, how to add to it and how to take out of it. */
export function RecordTray({ tray, one, many, atMost, file, picker = null, list }: RecordTrayProps) {
  const { database } = useCompanion();
  const items = useTray(tray);
  const work = useWork();
  const listed = useMemo(() => list(items ?? []), [items, list]);
  if (items === null) return null;

  const add = (read: () => Promise<readonly NewItem[]>) =>
    work.run(async () => {
      const found = await read();
      if (found.length === 0) return 'Nothing was picked.';
      return addedText(await addToTray(database, tray, found, atMost));
    });
  const remove = (keys: readonly string[]) =>
    work.run(async () => {
      await removeFromTray(database, tray, keys);
      return 'Taken out. The next update removes it from the server.';
    });

  return (
    <TrayPanel
      summary={`${countText(items.length, one, many)} to share`}
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
          <TakeAllOut count={items.length} isBusy={work.isBusy} onConfirm={() => remove(items.map(({ key }) => key))} />
        </>
      }
    >
      <TrayList
        items={listed}
        searchLabel={`Search your ${many}`}
        isBusy={work.isBusy}
        onRemove={(key) => remove([key])}
      />
    </TrayPanel>
  );
}
