import { isFileName } from '@fairwatch/contract';
import { type FileRow, joinPath, type SharedFolder } from '@fairwatch/device/core';
import { sizeText } from '@fairwatch/device/words';
import { Button, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { IconChevronDown, IconFile, IconFolder } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { focusIt } from '../../core/components/focus-it.ts';
import type { WorkState } from '../../core/shared-items/use-work.ts';
import { canOpen, openInTab, saveFile } from './save-file.ts';
import classes from './files.module.css';
import { commonText } from '../../core/texts/common.texts.ts';
import { t } from './files.texts.ts';

interface FileEntryProps {
  row: FileRow;
  folder: SharedFolder;
  isBusy: boolean;
  onEnter: () => void;
  onWork: WorkState['run'];
}

/** A file or folder of the shared folder. A tap on a file shows what can be done with it. */
export function FileEntry({ row, folder, isBusy, onEnter, onWork }: FileEntryProps) {
  const [isOpen, setIsOpen] = useState(false);
  const actionsId = useId();
  const path = joinPath(row.parent, row.name);
  const Sign = row.folder ? IconFolder : IconFile;
  return (
    <li className={classes.entry}>
      <button
        type="button"
        className={classes.head}
        aria-expanded={isOpen}
        aria-controls={actionsId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Sign size={22} stroke={1.75} aria-hidden />
        <span className={classes.name}>{row.name}</span>
        <Text component="span" c="dimmed" size="sm">
          {row.folder ? t('folder') : sizeText(row.size)}
        </Text>
        <IconChevronDown size={18} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
      </button>
      <div id={actionsId} hidden={!isOpen}>
        {isOpen && <Actions {...{ row, path, folder, isBusy, onEnter, onWork }} />}
      </div>
    </li>
  );
}

function Actions({ row, path, folder, isBusy, onEnter, onWork }: FileEntryProps & { path: string }) {
  const [mode, setMode] = useState<'choose' | 'rename' | 'delete'>('choose');
  const blobOf = async () => {
    const opened = await folder.open(path);
    if (!('blob' in opened)) throw new Error(t('notOpened'));
    return opened.blob;
  };
  if (mode === 'rename') {
    return (
      <RenameForm
        name={row.name}
        isBusy={isBusy}
        onCancel={() => setMode('choose')}
        onRename={(name) =>
          onWork(async () => {
            await folder.rename(path, name);
            setMode('choose');
            return t('renamed', { before: row.name, name });
          })
        }
      />
    );
  }
  if (mode === 'delete') {
    return (
      <div className={classes.buttons}>
        <Button
          size="md"
          color="red.8"
          ref={focusIt}
          disabled={isBusy}
          onClick={() =>
            onWork(async () => {
              await folder.remove(path);
              return t('deleted', { name: row.name });
            })
          }
        >
          {t(row.folder ? 'deleteFolder' : 'deleteFile')}
        </Button>
        <Button size="md" variant="default" onClick={() => setMode('choose')}>
          {commonText('keep')}
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.buttons}>
      {row.folder && (
        <Button size="md" variant="default" onClick={onEnter}>
          {t('open')}
        </Button>
      )}
      {canOpen(row.mimeType) && (
        <Button
          size="md"
          variant="default"
          disabled={isBusy}
          onClick={() => onWork(async () => openInTab(await blobOf(), row.mimeType))}
        >
          {t('open')}
        </Button>
      )}
      {!row.folder && (
        <Button
          size="md"
          variant="default"
          disabled={isBusy}
          onClick={() => onWork(async () => saveFile(await blobOf(), row.name))}
        >
          {t('save')}
        </Button>
      )}
      <Button size="md" variant="default" disabled={isBusy} onClick={() => setMode('rename')}>
        {t('rename')}
      </Button>
      <Button size="md" variant="default" disabled={isBusy} onClick={() => setMode('delete')}>
        {t('delete')}
      </Button>
    </div>
  );
}

interface RenameFormProps {
  name: string;
  isBusy: boolean;
  onRename: (name: string) => void;
  onCancel: () => void;
}

function RenameForm({ name, isBusy, onRename, onCancel }: RenameFormProps) {
  const [typed, setTyped] = useState(name);
  const newName = typed.trim();
  const isAllowed = isFileName(newName);
  return (
    <form
      className={classes.rename}
      onSubmit={(event) => {
        event.preventDefault();
        if (isAllowed && !isBusy) onRename(newName);
      }}
    >
      <TextInput
        label={t('newName')}
        size="md"
        ref={focusIt}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={isAllowed ? null : t('badName')}
        autoComplete="off"
      />
      <div className={classes.buttons}>
        <Button size="md" type="submit" disabled={!isAllowed || isBusy}>
          {t('rename')}
        </Button>
        <Button size="md" variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
