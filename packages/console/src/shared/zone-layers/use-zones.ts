import { zoneList, type Zone } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { query } from '../../core/api/query.ts';
import { useCan } from '../../core/components/can.tsx';

const none: readonly Zone[] = [];

/** The zones of the signed-in admin. None while they load, and without access. */
export function useZones(): readonly Zone[] {
  const enabled = useCan(zoneList);
  return useQuery({ ...query(zoneList, {}), enabled }).data?.data ?? none;
}

/** The zones for the map of a device, without those of other single devices. */
export function useZonesOf(deviceId: number): readonly Zone[] {
  const zones = useZones();
  return useMemo(
    () => zones.filter(({ target }) => target.for !== 'DEVICE' || target.deviceId === deviceId),
    [zones, deviceId],
  );
}
