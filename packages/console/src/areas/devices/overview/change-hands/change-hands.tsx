import { can, changeHands, savePasscodes, type Passcode } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconUserShare } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { refetchChanged } from '../../../../shared/changes/refetch-changed.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { pageLink } from '../../../../core/router/page-link.ts';
import { useAdminSession } from '../../../../core/session/session-store.ts';
import { lazyDialog } from '../../../../core/shortcuts/opening.tsx';
import type { HandedDevice } from './change-hands-dialog.tsx';

// Lazy, because few admins open them.
const ChangeHandsDialog = lazyDialog(async () => (await import('./change-hands-dialog.tsx')).ChangeHandsDialog);
const JoinDialog = lazyDialog(async () => (await import('../../../../shared/enrolment/join-dialog.tsx')).JoinDialog);

/**
 * Hands a device to another person, for admins who may end devices and make passcodes. Afterwards it shows how the new person joins; the
 * list of devices opens once that is closed, because this device has left.
 */
export function ChangeHands(device: HandedDevice) {
  const { t } = useTranslation('overview');
  const session = useAdminSession();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState<Passcode | null>(null);
  if (!can(session, changeHands) || !can(session, savePasscodes)) return null;
  async function leave(): Promise<void> {
    setMade(null);
    await navigate(pageLink('/device-list'));
    await refetchChanged('devices');
  }
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconUserShare size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {t('hands.button')}
      </Button>
      {asking && (
        <ChangeHandsDialog
          device={device}
          close={() => setAsking(false)}
          onMade={(passcode) => {
            setAsking(false);
            setMade(passcode);
          }}
        />
      )}
      {made !== null && <JoinDialog passcodes={[made]} close={() => void leave()} />}
    </>
  );
}
