import { RenameDeviceDialog } from '../../device-feature/device/rename.tsx';
import { useOpenDevice } from '../../device-feature/device/use-open-device.ts';

/** Renames the open device, from any of its pages. Renders nothing until the device is loaded. */
export function RenameOpenDevice({ close }: { close: () => void }) {
  const device = useOpenDevice();
  if (device === undefined) return null;
  return (
    <RenameDeviceDialog deviceId={device.id} nickname={device.nickname} username={device.displayName} close={close} />
  );
}
