import { deviceSummary } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../api/query.ts';
import { useCan } from '../components/can.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { deviceName } from '../device-feature/device-name.ts';
import { overviewAccess } from '../device-feature/overview-access.ts';
import classes from './sidebar.module.css';

interface DeviceCardProps {
  deviceId: number;
  onNavigate: (() => void) | undefined;
}

/** Which device the pages below are about, and the way to its overview. Its height is kept while it loads. */
export function DeviceCard({ deviceId, onNavigate }: DeviceCardProps) {
  const device = useQuery(query(deviceSummary, { deviceId })).data?.data;
  const opens = useCan(overviewAccess);
  const content = device !== undefined && (
    <>
      <span className={classes.deviceName}>{deviceName(device)}</span>
      <StatusBadge status={device.status} />
    </>
  );
  if (!opens || device === undefined) return <div className={classes.device}>{content}</div>;
  return (
    <Link
      to="/device/overview/$deviceId"
      params={{ deviceId: String(deviceId) }}
      className={classes.device}
      onClick={onNavigate}
    >
      {content}
    </Link>
  );
}
