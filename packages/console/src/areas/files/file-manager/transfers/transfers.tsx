import { nonFinalCommands, type DeviceStatus } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { query } from '../../../../core/api/query.ts';
import { uploads } from '../uploads/uploads.ts';
import { fileRuns } from './file-runs.ts';
import { FileRunBar } from './file-run-bar.tsx';
import { UploadPanel } from './upload-panel.tsx';
import { useFileRuns } from './use-file-runs.ts';

interface TransfersProps {
  deviceId: number;
  /** Undefined while the device is being loaded. */
  status: DeviceStatus | undefined;
}

/** The running work on files of a device, and the uploads of this tab. */
export function Transfers({ deviceId, status }: TransfersProps) {
  const bundles = useSyncExternalStore(uploads.store.subscribe, uploads.store.get);
  const problems = useSyncExternalStore(fileRuns.problems.subscribe, fileRuns.problems.get);
  const open = useQuery(query(nonFinalCommands, { deviceId })).data?.data[0] ?? null;
  const isOwn = (each: { deviceId: number }) => each.deviceId === deviceId;
  const ownBundles = bundles.filter(isOwn);
  return (
    <>
      <FileRunBar
        deviceId={deviceId}
        runs={useFileRuns(deviceId)}
        problems={problems.filter(isOwn)}
        open={open}
        status={status}
      />
      {ownBundles.length > 0 && <UploadPanel deviceId={deviceId} bundles={ownBundles} open={open} status={status} />}
    </>
  );
}
