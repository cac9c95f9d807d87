import { deviceSummary } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { query } from '../api/query.ts';
import { StatusBadge } from '../components/status-badge.tsx';
import { deviceName } from '../device-feature/device-name.ts';
import classes from './sidebar.module.css';

/** Which device the pages below are about. Its height is kept while it loads. */
export function DeviceCard({ deviceId }: { deviceId: number }) {
  const device = useQuery(query(deviceSummary, { deviceId })).data?.data;
  return (
    <div className={classes.device}>
      {device !== undefined && (
        <>
          <span className={classes.deviceName}>{deviceName(device)}</span>
          <StatusBadge status={device.status} />
        </>
      )}
    </div>
  );
}
