import { deviceSummary } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../../../core/api/query.ts';
import { useCan } from '../../../core/components/can.tsx';
import { StatusBadge } from '../../../core/components/badges/status-badge.tsx';
import { deviceName } from '../../device-feature/device/device-name.ts';
import { overviewAccess } from '../../device-feature/device/overview-access.ts';
import classes from './sidebar.module.css';
import { pageLink } from '../../../core/router/page-link.ts';

interface DeviceCardProps {
  deviceId: number;
  onNavigate: (() => void) | undefined;
}

/** Names the device of the pages listed below it and links to its overview. It has the same height while the device loads. */
export function DeviceCard({ deviceId, onNavigate }: DeviceCardProps) {
  const device = useQuery(query(deviceSummary, { deviceId })).data?.data;
  const canOpenOverview = useCan(overviewAccess);
  const content = device !== undefined && (
    <>
      <span className="fw-strong fw-ellipsis">{deviceName(device)}</span>
      <StatusBadge status={device.status} />
    </>
  );
  if (!canOpenOverview || device === undefined) return <div className={classes.device}>{content}</div>;
  return (
    <Link
      {...pageLink('/device/overview/$deviceId', { params: { deviceId } })}
      className={classes.device}
      onClick={onNavigate}
    >
      {content}
    </Link>
  );
}
