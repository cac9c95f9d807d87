import { limits, type Track } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconFocusCentered } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import type { Days } from '../../../../core/components/time/days.ts';
import { ErrorView } from '../../../../core/components/page/error-view.tsx';
import { kilometresText } from '../../../../shared/place-texts.ts';
import { addTexts } from '../../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { useZonesOf } from '../../../../shared/zone-layers/use-zones.ts';
import { DayCalendar } from './day/day-calendar.tsx';
import { DayFacts } from './day/day-facts.tsx';
import { DayPicker } from './day/day-picker.tsx';
import { MapFrame } from './map-frame.tsx';
import { PointCard } from './point-card.tsx';
import { ReplayBar } from './replay-bar.tsx';
import { createReplay, type Replay } from './replay.ts';
import classes from './track.module.css';
import type { Trail } from '../../../../core/map-canvas/trail.ts';
import type { NamedPoint } from '../track-shape.ts';
import { TrackSkeleton } from '../track-skeleton.tsx';
import { TrackFiles } from './track-files.tsx';
import texts from './track.texts.json';
import { useTrack } from './use-track.ts';

addTexts('location-track', texts);

interface TrackPanelProps {
  deviceId: number;
  /** The name of the device, for files. */
  device: string;
  /** The days of the list's filter. */
  chosen: Days;
  /** Where the device went during a live location that runs; empty when none does. */
  trail: Trail;
  /** The point selected on the map or in the table. */
  marked: NamedPoint | null;
  onMark: (point: NamedPoint | null) => void;
  onDay: (day: string) => void;
}

/** The track of a device on a map, with the day picker, a summary and the replay. */
export function TrackPanel({ deviceId, device, chosen, trail, marked, onMark, onDay }: TrackPanelProps) {
  const { t } = useTranslation('location-track');
  const [fits, setFits] = useState(0);
  const view = useTrack(deviceId, chosen);
  const { track } = view;
  const replay = useReplay(track);
  const zones = useZonesOf(deviceId);
  if (view.error !== null) {
    return (
      <section className={`fw-panel ${classes.panel}`}>
        <ErrorView error={view.error} retry={view.refetch} />
      </section>
    );
  }
  if (track === null || replay === null) return <TrackSkeleton />;
  // Without any location there is no map, and the empty list says what to do.
  if (track.latest === null) return null;
  return (
    <section className={`fw-panel ${classes.panel}`} aria-label={t('map.region')}>
      <div className={classes.toolbar}>
        <DayPicker days={view.days} day={view.day} onChange={onDay} />
        <Summary track={track} />
        <TrackFiles deviceId={deviceId} device={device} track={track} />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconFocusCentered size={16} aria-hidden />}
          onClick={() => setFits(fits + 1)}
        >
          {t('map.fit')}
        </Button>
      </div>
      <MapFrame track={track} trail={trail} zones={zones} replay={replay} marked={marked} onPick={onMark} fits={fits}>
        {marked !== null && <PointCard point={marked} close={() => onMark(null)} />}
      </MapFrame>
      {track.points.length > 1 && <ReplayBar track={track} replay={replay} />}
      <div className={classes.places}>
        <DayCalendar deviceId={deviceId} day={view.day} today={view.today} onDay={onDay} />
        <DayFacts track={track} />
      </div>
    </section>
  );
}

function Summary({ track }: { track: Track }) {
  const { t } = useTranslation('location-track');
  const isThinned = track.total > track.points.length;
  return (
    <p className={classes.summary}>
      {t('map.points', { count: track.total })} · {kilometresText(track.metres)} ·{' '}
      {t('map.stops', { count: track.stops.length })}
      {isThinned && <> · {t('map.thinned', { count: limits.location.trackPoints })}</>}
    </p>
  );
}

/** The replay of the current track. A new track gets a new replay. */
function useReplay(track: Track | null): Replay | null {
  const calm = useReducedMotion() ?? false;
  const from = track?.points[0]?.[1] ?? 0;
  const to = track?.points.at(-1)?.[1] ?? 0;
  const stops = track?.stops;
  const replay = useMemo(() => (stops ? createReplay({ from, to, calm, stops }) : null), [stops, from, to, calm]);
  useEffect(() => () => replay?.stop(), [replay]);
  return replay;
}
