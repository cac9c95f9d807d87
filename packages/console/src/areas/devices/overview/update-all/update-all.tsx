import type { DeviceSummary } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { permittedUpdates } from '../../../../shared/run-progress/update-titles.ts';
import { useAdminSession } from '../../../../core/session/session-store.ts';
import { lazyDialog } from '../../../../core/shortcuts/opening.tsx';
import { usePageAction } from '../../../../core/shortcuts/page-actions.ts';

// Lazy, because most visits to the page update nothing.
const UpdateAllDialog = lazyDialog(async () => (await import('./update-all-dialog.tsx')).UpdateAllDialog);

/** The button that updates several kinds of data in one run. `device` is null while it loads. */
export function UpdateAll({ device }: { device: DeviceSummary | null }) {
  const { t } = useTranslation('overview');
  const session = useAdminSession();
  const isPermitted = permittedUpdates(session.isAuthenticated ? session : null).length > 0;
  const [opened, setOpened] = useState(false);
  const label = t('updateAll.button');
  usePageAction(
    isPermitted && device !== null
      ? { id: 'update-all', label, icon: IconRefresh, key: 'u', main: true, reason: null, run: () => setOpened(true) }
      : null,
  );
  if (!isPermitted) return null;
  return (
    <>
      <Button
        leftSection={<IconRefresh size={16} aria-hidden />}
        disabled={device === null}
        aria-keyshortcuts="u"
        onClick={() => setOpened(true)}
      >
        {label}
      </Button>
      {opened && device !== null && <UpdateAllDialog device={device} close={() => setOpened(false)} />}
    </>
  );
}
