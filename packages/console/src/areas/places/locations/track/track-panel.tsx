import { limits, type Track } from '@fairwatch/contract';
import { Button, Group, Text } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconFocusCentered } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import type { Days } from '../../../../core/components/time/days.ts';
import { ErrorView } from '../../../../core/components/page/error-view.tsx';
import { kilometresText } from '../../../../shared/place-texts.ts';
import { addTexts, currentLanguage } from '../../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import type { NamedDevice } from '../../../../shared/watch-targets/device-search.tsx';
import { NewZoneLink } from '../../../../shared/zone-layers/new-zone-link.tsx';
import { useZonesOf } from '../../../../shared/zone-layers/use-zones.ts';
import { DayCalendar } from './day/day-calendar.tsx';
import { DayFacts } from './day/day-facts.tsx';
import { MapFrame } from './map-frame.tsx';
import { ReplayBar } from './replay-bar.tsx';
import { createReplay, type Replay } from './replay.ts';
import classes from './track.module.css';
import type { Trail } from '../../../../core/map-canvas/trail.ts';
import { shortName, type NamedPoint } from '../track-shape.ts';
import { TrackSkeleton } from '../track-skeleton.tsx';
import { TrackFiles } from './track-files.tsx';
import texts from './track.texts.json';
import { type TrackDay, useTrack } from './use-track.ts';
import { exactTimeText } from '../../../../core/components/time/time-texts.ts';
import { MapCard } from '../../../../core/map-canvas/map-card.tsx';
import { CopyCoordinates } from '../copy-coordinates.tsx';
import { coordinatesText, localTimeText } from '../location-texts.ts';

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
        {marked !== null && (
          <PointCard point={marked} device={{ id: deviceId, name: device }} close={() => onMark(null)} />
        )}
      </MapFrame>
      {track.points.length > 1 && <ReplayBar track={track} replay={replay} />}
      <div className={classes.places}>
        <DayCalendar deviceId={deviceId} day={view.day} today={view.today} onDay={onDay} />
        <DayFacts track={track} device={{ id: deviceId, name: device }} />
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

interface PointCardProps {
  point: NamedPoint;
  device: NamedDevice;
  close: () => void;
}

/** The details of the point selected on the map or in the table. */
function PointCard({ point, device, close }: PointCardProps) {
  const { t } = useTranslation(['location-track', 'locations']);
  const localTime = localTimeText(point.at, point.timezone, currentLanguage());
  return (
    <MapCard
      label={t('point.label')}
      title={point.nickname || point.address || t('point.unnamed')}
      closeLabel={t('point.close')}
      close={close}
    >
      {point.nickname !== '' && <Text size="sm">{point.address}</Text>}
      <Text size="sm" c="dimmed">
        <time dateTime={new Date(point.at).toISOString()}>{exactTimeText(new Date(point.at), currentLanguage())}</time>
        {localTime !== null && <> · {t('locations:there', { time: localTime })}</>}
      </Text>
      <Group gap={4} fz="sm" c="dimmed" className="fw-figures">
        {coordinatesText(point)} · {t('locations:accuracy', { metres: Math.round(point.accuracy) })}
        <CopyCoordinates point={point} />
      </Group>
      <Text size="sm">
        <NewZoneLink zone={{ name: shortName(point), at: point, device }} />
      </Text>
    </MapCard>
  );
}

interface DayPickerProps {
  days: readonly TrackDay[];
  day: string | null;
  onChange: (day: string) => void;
}

/** The days that have locations, newest first. */
function DayPicker({ days, day, onChange }: DayPickerProps) {
  const { t } = useTranslation('location-track');
  const weekday = new Intl.DateTimeFormat(currentLanguage(), { weekday: 'short' });
  const long = new Intl.DateTimeFormat(currentLanguage(), { weekday: 'long', day: 'numeric', month: 'long' });
  return (
    <fieldset className={classes.days}>
      <legend className="fw-hidden">{t('map.day')}</legend>
      {days.toReversed().map(({ day: each, points }) => {
        const date = new Date(`${each}T12:00:00`);
        const label = t('map.dayPoints', { day: long.format(date), count: points });
        return (
          <button
            key={each}
            type="button"
            className={classes.day}
            aria-pressed={each === day}
            aria-label={label}
            title={label}
            onClick={() => onChange(each)}
          >
            {weekday.format(date)} {date.getDate()}
          </button>
        );
      })}
    </fieldset>
  );
}
