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

/**
 * The button that ends a device, for those who may; null while the device is still loading, so that nothing moves when it is
 * there. Afterwards there is nothing left to show here, so the list opens.
 */
export function EndDevice({ device }: { device: Device | null }) {
  const { t } = useTranslation('overview');
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  async function end(deviceId: number, reason: string): Promise<void> {
    await toastPromise(call(endDevice, { deviceId, reason }));
    await navigate({ to: '/device-list' });
    await readAgain('devices');
  }
  return (
    <Can use={endDevice}>
      <Button
        variant="default"
        c="var(--mantine-color-error)"
        leftSection={<IconDeviceMobileOff size={16} aria-hidden />}
        disabled={device === null}
        onClick={() => setAsking(true)}
      >
        {t('end.button')}
      </Button>
      {asking && device !== null && (
        <Suspense fallback={<Opening />}>
          <EndDeviceDialog device={device} end={(reason) => end(device.id, reason)} close={() => setAsking(false)} />
        </Suspense>
      )}
    </Can>
  );
}
