import { Button } from '@mantine/core';
import { IconChevronDown, IconFolders } from '@tabler/icons-react';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import classes from '../files.module.css';

// Lazy, so that the folder's content is shown first.
const FolderTree = lazy(async () => ({ default: (await import('./folder-tree.tsx')).FolderTree }));

interface FolderPanelProps {
  deviceId: number;
  path: string;
  open: (path: string) => void;
}

/** The folder tree beside the content. On narrow screens a button above the content opens it. */
export function FolderPanel({ deviceId, path, open }: FolderPanelProps) {
  const { t } = useTranslation('files');
  const [opened, setOpened] = useState(false);
  const id = useId();
  return (
    <div className={classes.folders} data-opened={opened || undefined}>
      <Button
        variant="default"
        fullWidth
        className={classes.foldersButton}
        leftSection={<IconFolders size={16} aria-hidden />}
        rightSection={<IconChevronDown size={16} aria-hidden />}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        {t('tree.button')}
      </Button>
      <div id={id} className={`fw-panel ${classes.treeBox}`}>
        <Suspense>
          <FolderTree
            deviceId={deviceId}
            path={path}
            open={(next) => {
              setOpened(false);
              open(next);
            }}
          />
        </Suspense>
      </div>
    </div>
  );
}
