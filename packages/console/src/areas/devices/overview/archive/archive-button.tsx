import { makeArchive } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Can } from '../../../../core/components/can.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { Opening } from '../../../../core/shortcuts/opening.tsx';

// Lazy, because archives are requested rarely.
const ArchiveDialog = lazy(async () => ({ default: (await import('./archive-dialog.tsx')).ArchiveDialog }));

/** The button that opens the dialog for an archive of everything about a device's person, for super admins. */
export function ArchiveButton({ deviceId, name }: { deviceId: number; name: string }) {
  const { t } = useTranslation('overview');
  const [opened, setOpened] = useState(false);
  return (
    <Can use={makeArchive}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconFileZip size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('archive')}
      </Button>
      {opened && (
        <Suspense fallback={<Opening />}>
          <ArchiveDialog deviceId={deviceId} name={name} close={() => setOpened(false)} />
        </Suspense>
      )}
    </Can>
  );
}
