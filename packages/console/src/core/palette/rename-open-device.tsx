import { RenameDeviceDialog } from '../device-feature/rename.tsx';
import { useOpenDevice } from '../device-feature/use-open-device.ts';

/** Asks for the open device's name, from whichever of its pages. */
export function RenameOpenDevice({ close }: { close: () => void }) {
  const device = useOpenDevice();
  if (device === undefined) return null;
  return (
    <RenameDeviceDialog deviceId={device.id} nickname={device.nickname} username={device.username} close={close} />
  );
}
