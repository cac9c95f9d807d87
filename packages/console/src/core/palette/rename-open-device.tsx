import { deviceSummary } from '@fairwatch/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { query } from '../api/query.ts';
import { RenameDeviceDialog } from '../device-feature/rename.tsx';
import { useCurrentPage } from '../router/pages-context.ts';

/** Asks for the open device's name, from whichever of its pages. */
export function RenameOpenDevice({ close }: { close: () => void }) {
  const { deviceId } = useCurrentPage();
  const summary = query(deviceSummary, { deviceId: deviceId ?? 0 });
  const device = useQuery({ ...summary, ...(deviceId === null && { queryFn: skipToken }) }).data?.data;
  if (device === undefined) return null;
  return (
    <RenameDeviceDialog deviceId={device.id} nickname={device.nickname} username={device.username} close={close} />
  );
}
