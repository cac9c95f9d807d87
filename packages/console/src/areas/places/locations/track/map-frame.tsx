import type { Track } from '@fairwatch/contract';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { durationText } from '../../../../core/components/time/time-texts.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { MapCanvas } from '../../../../core/map-canvas/map-canvas.tsx';
import type { DrawnZone } from '../../../../shared/zone-layers/zone-shapes.ts';
import type { Replay } from './replay.ts';
import type { Trail } from '../../../../core/map-canvas/trail.ts';
import type { TrackMap } from '../map/track-map.ts';
import { expandPoint, positionAt, type NamedPoint } from '../track-shape.ts';

interface MapFrameProps {
  track: Track;
  /** Where the device went during a live location that runs; empty when none does. */
  trail: Trail;
  zones: readonly DrawnZone[];
  replay: Replay;
  marked: NamedPoint | null;
  onPick: (point: NamedPoint) => void;
  /** Incremented by each press of "show the whole track". */
  fits: number;
  children?: ReactNode;
}

const minuteMs = 60_000;

/** The map of a track. */
export function MapFrame({ track, trail, zones, replay, marked, onPick, fits, children }: MapFrameProps) {
  const { t } = useTranslation('location-track');
  const [map, setMap] = useState<TrackMap | null>(null);
  // The map calls these on clicks, long after it was created, so the latest are kept in a ref.
  const latest = useRef({ track, onPick });
  useEffect(() => {
    latest.current = { track, onPick };
  });

  const load = async () => {
    const { createTrackMap } = await import('../map/track-map.ts');
    return (options: Parameters<typeof createTrackMap>[0]) =>
      createTrackMap(options, {
        texts: {
          start: t('map.start'),
          end: t('map.end'),
          latest: t('map.latest'),
          // Rounded to the minute, because stops are not known more precisely.
          stayed: (ms) => durationText(Math.round(ms / minuteMs) * minuteMs),
        },
        onPick: (index) => {
          const point = latest.current.track.points[index];
          if (point) latest.current.onPick(expandPoint(latest.current.track, point));
        },
      });
  };

  useEffect(() => map?.setTrack(track), [map, track]);
  useEffect(() => map?.setZones(zones), [map, zones]);
  useEffect(() => map?.setTrail(trail), [map, trail]);
  useEffect(() => map?.setMarked(marked), [map, marked]);
  useEffect(() => {
    if (fits > 0) map?.fit();
  }, [map, fits]);
  useEffect(() => {
    const updatePosition = () => {
      const { at } = replay.get();
      map?.setPosition(at === null ? null : positionAt(track.points, at));
    };
    updatePosition();
    return replay.subscribe(updatePosition);
  }, [map, replay, track]);

  return (
    <div data-trail={trail.length || undefined}>
      <MapCanvas load={load} onMap={setMap} title={t('map.label')} hint={t('map.hint')}>
        {children}
      </MapCanvas>
    </div>
  );
}
