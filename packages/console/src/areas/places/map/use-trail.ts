import { liveLocation } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../core/api/query.ts';
import type { Trail } from '../../../core/map-canvas/trail.ts';
import type { ShownPosition } from './positions.ts';

const noTrail: Trail = [];

/** The trail of the chosen device while a live location runs on it; empty otherwise. */
export function useTrail(chosen: ShownPosition | null): Trail {
  const enabled = chosen?.live ?? false;
  const found = useQuery({ ...query(liveLocation, { deviceId: chosen?.deviceId ?? 0 }), enabled });
  const { session = null, trail = noTrail } = found.data?.data ?? {};
  return enabled && session?.endedAt === null ? trail : noTrail;
}
