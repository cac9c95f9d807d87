import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useNow } from '../../../core/components/time/use-now.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import type { BaseMapOptions } from '../../../core/map-canvas/base-map.ts';
import { MapCanvas, type DrawPicture } from '../../../core/map-canvas/map-canvas.tsx';
import { useZones } from '../../../shared/zone-layers/use-zones.ts';
import type { PositionsMap } from './map/positions-map.ts';
import type { MapState, ShownPosition } from './positions.ts';
import { liveLocation } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../core/api/query.ts';
import type { Trail } from '../../../core/map-canvas/trail.ts';

const noTrail: Trail = [];

/** The trail of the chosen device while a live location runs on it; empty otherwise. */
function useTrail(chosen: ShownPosition | null): Trail {
  const enabled = chosen?.live ?? false;
  const found = useQuery({ ...query(liveLocation, { deviceId: chosen?.deviceId ?? 0 }), enabled });
  const { session = null, trail = noTrail } = found.data?.data ?? {};
  return enabled && session?.endedAt === null ? trail : noTrail;
}

interface PositionsFrameProps {
  /** The devices with a position; null while the first answer is on its way. */
  devices: MapState['devices'] | null;
  chosen: ShownPosition | null;
  onPick: (deviceId: number) => void;
  /** The map zooms to all positions whenever this changes and there are any. */
  fitKey: string;
  children?: ReactNode;
}

const minuteMs = 60_000;
const importMap = () => import('./map/positions-map.ts');
const importPicture = () => import('./map/positions-picture.ts');
// Loaded beside the rest of the page, and before the map's code, which is large.
if ('WebGL2RenderingContext' in globalThis) importPicture().catch(() => undefined);

const none: MapState['devices'] = new Map();

function pictureOf(devices: MapState['devices'], chosen: ShownPosition | null): DrawPicture {
  return async (canvas, scheme) => {
    const { drawPositions } = await importPicture();
    return await drawPositions(canvas, { positions: devices.values(), chosen, scheme });
  };
}

/** The map of all devices. */
export function PositionsFrame({ devices: found, chosen, onPick, fitKey, children }: PositionsFrameProps) {
  const devices = found ?? none;
  const { t } = useTranslation('map');
  const [map, setMap] = useState<PositionsMap | null>(null);
  const zones = useZones();
  const trail = useTrail(chosen);
  // The colours tell ages of many minutes, so they are drawn anew once a minute.
  const now = Math.floor(useNow().getTime() / minuteMs) * minuteMs;
  // The map calls it on clicks, long after it was created, so the latest is kept in a ref.
  const latest = useRef(onPick);
  useEffect(() => {
    latest.current = onPick;
  });
  const load = async () => {
    const { createPositionsMap } = await importMap();
    return (options: BaseMapOptions) => createPositionsMap(options, (deviceId) => latest.current(deviceId));
  };

  const draw = useMemo(() => found && pictureOf(found, chosen), [found, chosen]);

  useEffect(() => map?.setPositions(devices.values(), now), [map, devices, now]);
  useEffect(() => map?.setZones(zones), [map, zones]);
  useEffect(() => map?.setTrail(trail), [map, trail]);
  useEffect(() => map?.setChosen(chosen), [map, chosen]);
  useFit(map, devices, fitKey, chosen !== null);

  return (
    <MapCanvas load={load} draw={draw} onMap={setMap} title={t('label')} hint={t('hint')}>
      {children}
    </MapCanvas>
  );
}

/** Zooms to all positions once for each key. A device that the URL chose is shown instead, at first. */
function useFit(map: PositionsMap | null, devices: MapState['devices'], fitKey: string, hasChosen: boolean): void {
  const fitted = useRef<{ map: PositionsMap; key: string } | null>(null);
  useEffect(() => {
    if (!map || devices.size === 0) return;
    const before = fitted.current?.map === map ? fitted.current : null;
    if (before?.key === fitKey) return;
    fitted.current = { map, key: fitKey };
    if (before !== null || !hasChosen) map.fit(devices.values());
  }, [map, devices, fitKey, hasChosen]);
}
