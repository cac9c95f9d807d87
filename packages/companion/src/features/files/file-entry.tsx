import { isFileName } from '@fairwatch/contract';
import type { SharedFolder } from '@fairwatch/device/core';
import { sizeText } from '@fairwatch/device/words';
import { Button, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { IconChevronDown, IconFile, IconFolder } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { focusIt } from '../../core/components/focus-it.ts';
import type { WorkState } from '../../core/shared-items/use-work.ts';
import { joinPath, type FileRow } from './file-row.ts';
import { canOpen, openInTab, saveFile } from './save-file.ts';
import classes from './files.module.css';

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
          {row.folder ? 'Folder' : sizeText(row.size)}
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
    if (!('blob' in opened)) throw new Error('This file cannot be opened here.');
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
            return `“${row.name}” is now “${name}”.`;
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
              return `“${row.name}” was deleted. The next update removes it from the server.`;
            })
          }
        >
          Delete {row.folder ? 'the folder and all in it' : 'it'}
        </Button>
        <Button size="md" variant="default" onClick={() => setMode('choose')}>
          Keep
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.buttons}>
      {row.folder && (
        <Button size="md" variant="default" onClick={onEnter}>
          Open
        </Button>
      )}
      {canOpen(row.mimeType) && (
        <Button
          size="md"
          variant="default"
          disabled={isBusy}
          onClick={() => onWork(async () => openInTab(await blobOf(), row.mimeType))}
        >
          Open
        </Button>
      )}
      {!row.folder && (
        <Button
          size="md"
          variant="default"
          disabled={isBusy}
          onClick={() => onWork(async () => saveFile(await blobOf(), row.name))}
        >
          Save
        </Button>
      )}
      <Button size="md" variant="default" disabled={isBusy} onClick={() => setMode('rename')}>
        Rename
      </Button>
      <Button size="md" variant="default" disabled={isBusy} onClick={() => setMode('delete')}>
        Delete
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
        label="New name"
        size="md"
        ref={focusIt}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={isAllowed ? null : 'A file cannot have this name.'}
        autoComplete="off"
      />
      <div className={classes.buttons}>
        <Button size="md" type="submit" disabled={!isAllowed || isBusy}>
          Rename
        </Button>
        <Button size="md" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
