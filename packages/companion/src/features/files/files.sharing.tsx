import { type FileRow, joinPath, parentOf } from '@fairwatch/device/core';
import { sizeText } from '@fairwatch/device/words';
import { Button, FileButton, Text } from '@mantine/core';
import { IconFilePlus, IconFolder, IconFolderOpen } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useCompanion } from '../../core/live/companion-context.ts';
import { ItemsPanel } from '../../core/shared-items/items-panel.tsx';
import { useItemList } from '../../core/shared-items/use-shared-items.ts';
import { useWork } from '../../core/shared-items/use-work.ts';
import { FileEntry } from './file-entry.tsx';
import {
  addFiles,
  canChooseFolder,
  chooseFolder,
  filesKind,
  forgetFolder,
  reopenFolder,
  sharedFolder,
} from './chosen-folder.ts';
import { useChosenFolder } from './use-chosen-folder.ts';
import classes from './files.module.css';
import { commonText } from '../../core/texts/common.texts.ts';
import { t } from './files.texts.ts';

const firstShown = 50;

/** The shared folder, in which the person can do everything that admins can: see, download, add, rename and delete. */
export function FilesSharing() {
  const { database } = useCompanion();
  const folder = useMemo(() => sharedFolder(database), [database]);
  const rows = useItemList(filesKind, () => folder.list());
  const chosen = useChosenFolder(database);
  const work = useWork();
  const [requestedPlace, setPlace] = useState('');
  const [shown, setShown] = useState(firstShown);
  if (rows === null || chosen === null) return null;

  // An admin may have renamed or deleted the folder that is shown.
  const exists =
    requestedPlace === '' || rows.some((row) => row.folder && joinPath(row.parent, row.name) === requestedPlace);
  const place = exists ? requestedPlace : '';
  const files = rows.filter((row) => !row.folder);
  const here = rows.filter(({ parent }) => parent === place).toSorted(foldersFirst);
  const size = files.reduce((sum, row) => sum + row.size, 0);
  const add = (picked: readonly File[]) =>
    work.run(async () => t('added', { count: await addFiles(database, picked) }));
  const choose = () =>
    work.run(async () => {
      const name = await chooseFolder(database);
      setPlace('');
      return name === null ? null : t('chosen', { name });
    });

  return (
    <ItemsPanel
      summary={t(size > 0 ? 'summaryWithSize' : 'summary', { count: files.length, size: sizeText(size) })}
      work={work}
      actions={
        <>
          {chosen.isOpen && (
            <FileButton multiple onChange={(picked) => picked.length > 0 && add(picked)}>
              {(props) => (
                <Button {...props} size="md" leftSection={<IconFilePlus size={20} aria-hidden />} loading={work.isBusy}>
                  {t('add')}
                </Button>
              )}
            </FileButton>
          )}
          {canChooseFolder() && chosen.folder === null && (
            <Button
              size="md"
              variant="default"
              leftSection={<IconFolder size={20} aria-hidden />}
              disabled={work.isBusy}
              onClick={choose}
            >
              {t('choose')}
            </Button>
          )}
        </>
      }
    >
      {chosen.folder !== null && (
        <RealFolder
          name={chosen.folder.name}
          isOpen={chosen.isOpen}
          onOpen={() => {
            const { folder: real } = chosen;
            if (real === null) return;
            work.run(async () => ((await reopenFolder(real)) ? t('isOpen') : t('staysClosed')));
          }}
          onForget={() =>
            work.run(async () => {
              await forgetFolder(database);
              return t('forgotten');
            })
          }
        />
      )}
      {place !== '' && (
        <Button
          variant="subtle"
          size="md"
          leftSection={<IconFolderOpen size={20} aria-hidden />}
          onClick={() => setPlace(parentOf(place))}
        >
          {t('back', { place })}
        </Button>
      )}
      {here.length > 0 && (
        <ul className={classes.list}>
          {here.slice(0, shown).map((row) => (
            <FileEntry
              key={row.key}
              row={row}
              folder={folder}
              isBusy={work.isBusy}
              onEnter={() => setPlace(joinPath(row.parent, row.name))}
              onWork={work.run}
            />
          ))}
        </ul>
      )}
      {here.length > shown && (
        <Button variant="default" size="md" onClick={() => setShown(shown + firstShown)}>
          {commonText('showMore', { count: here.length - shown })}
        </Button>
      )}
    </ItemsPanel>
  );
}

interface RealFolderProps {
  name: string;
  isOpen: boolean;
  onOpen: () => void;
  onForget: () => void;
}

/** Chooses the shared folder. The browser's permission ends with each visit, and only a tap renews it. */
function RealFolder({ name, isOpen, onOpen, onForget }: RealFolderProps) {
  return (
    <div className={classes.real}>
      <Text>{t(isOpen ? 'ownOpen' : 'ownClosed', { name })}</Text>
      <div className={classes.buttons}>
        {!isOpen && (
          <Button size="md" onClick={onOpen}>
            {t('reopen')}
          </Button>
        )}
        <Button size="md" variant="default" onClick={onForget}>
          {t('forget')}
        </Button>
      </div>
    </div>
  );
}

function foldersFirst(one: FileRow, other: FileRow): number {
  return Number(other.folder) - Number(one.folder) || one.name.localeCompare(other.name);
}
