import { endDevice, type Device } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconDeviceMobileOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/api/client.ts';
import { Can } from '../../core/components/can.tsx';
import { Opening } from '../../core/shortcuts/opening.tsx';
import { readAgain } from '../../core/socket/read-again.ts';
import { toastPromise } from '../../core/toast/toast.tsx';

// Few open it, so it comes when somebody does.
const EndDeviceDialog = lazy(async () => ({ default: (await import('./end-device-dialog.tsx')).EndDeviceDialog }));

/** The button that ends a device, for those who may. Afterwards there is nothing left to show here, so the list opens. */
export function EndDevice({ device }: { device: Device }) {
  const { t } = useTranslation('overview');
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  async function end(reason: string): Promise<void> {
    await toastPromise(call(endDevice, { deviceId: device.id, reason }));
    await navigate({ to: '/device-list' });
    await readAgain('devices');
  }
  return (
    <Can use={endDevice}>
      <Button
        variant="default"
        c="var(--mantine-color-error)"
        leftSection={<IconDeviceMobileOff size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('end.button')}
      </Button>
      {asking && (
        <Suspense fallback={<Opening />}>
          <EndDeviceDialog device={device} end={end} close={() => setAsking(false)} />
        </Suspense>
      )}
    </Can>
  );
}
