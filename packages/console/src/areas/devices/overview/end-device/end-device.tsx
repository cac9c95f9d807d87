import { endDevice, type Device } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconDeviceMobileOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../../core/api/client.ts';
import { Can } from '../../../../core/components/can.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { lazyDialog } from '../../../../core/shortcuts/opening.tsx';
import { refetchChanged } from '../../../../shared/changes/refetch-changed.ts';
import { toastPromise } from '../../../../core/toast/toast.tsx';
import { pageLink } from '../../../../core/router/page-link.ts';

// Lazy, because few admins open it.
const EndDeviceDialog = lazyDialog(async () => (await import('./end-device-dialog.tsx')).EndDeviceDialog);

/**
 * The button that ends a device, for admins with the permission. `device` is null while it loads; the button is shown meanwhile, so
 * that nothing moves. Once the device is ended, the list of devices opens.
 */
export function EndDevice({ device }: { device: Device | null }) {
  const { t } = useTranslation('overview');
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState(false);
  async function end(deviceId: number, reason: string): Promise<void> {
    await toastPromise(call(endDevice, { deviceId, reason }));
    await navigate(pageLink('/device-list'));
    await refetchChanged('devices');
  }
  return (
    <Can use={endDevice}>
      <Button
        variant="default"
        c="var(--mantine-color-error)"
        leftSection={<IconDeviceMobileOff size={16} aria-hidden />}
        disabled={device === null}
        onClick={() => setConfirming(true)}
      >
        {t('end.button')}
      </Button>
      {confirming && device !== null && (
        <EndDeviceDialog device={device} end={(reason) => end(device.id, reason)} close={() => setConfirming(false)} />
      )}
    </Can>
  );
}
