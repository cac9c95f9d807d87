import '@mantine/core/styles/Skeleton.layer.css';
import type { Device } from '@fairwatch/contract';
import { Group, Skeleton } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { StatusBadge } from '../../../core/components/badges/status-badge.tsx';
import { deviceName } from './device-name.ts';
import classes from './device-tag.module.css';

/** The device of a page and its status, beside the page's title. */
export function DeviceTag({ device, loading }: { device: Device | null; loading: boolean }) {
  if (device === null && !loading) return null;
  return (
    <span className={classes.tag}>
      {device === null ? <Skeleton height={20} width={160} radius="xl" /> : <NameAndStatus {...device} />}
    </span>
  );
}

function NameAndStatus(device: Device) {
  return (
    <>
      <Group component="span" wrap="nowrap" gap={4} miw={0} c="dimmed">
        <IconDeviceMobile size={16} aria-hidden />
        <span className={classes.words}>{deviceName(device)}</span>
      </Group>
      <StatusBadge status={device.status} />
    </>
  );
}
