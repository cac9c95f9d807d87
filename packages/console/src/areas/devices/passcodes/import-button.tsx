import { importPasscodes } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Can } from '../../../core/components/can.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { Opening } from '../../../core/shortcuts/opening.tsx';

// Lazy, because few admins open it.
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));

/** Opens the import of people. `onImported` gets the batch of the passcodes that were made. */
export function ImportButton({ onImported }: { onImported: (batchId: number) => void }) {
  const { t } = useTranslation('passcodes');
  const [opened, setOpened] = useState(false);
  return (
    <Can use={importPasscodes}>
      <Button
        variant="default"
        leftSection={<IconFileImport size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        {t('import.button')}
      </Button>
      {opened && (
        <Suspense fallback={<Opening />}>
          <ImportDialog close={() => setOpened(false)} onImported={onImported} />
        </Suspense>
      )}
    </Can>
  );
}
