import type { Track } from '@fairwatch/contract';
import { ActionIcon, Text } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { useSyncExternalStore, type CSSProperties } from 'react';
import { currentLanguage } from '../../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { replaySpeeds, type Replay, type ReplaySpeed } from './replay.ts';
import classes from './track.module.css';
import { expandPoint, positionAt, shortName, stopName } from '../track-shape.ts';

interface ReplayBarProps {
  track: Track;
  replay: Replay;
}

const stepMs = 60_000;

/** The controls of the replay: play, pause, reset, speed and a timeline. */
export function ReplayBar({ track, replay }: ReplayBarProps) {
  const { t } = useTranslation('location-track');
  const { at, playing, speed } = useSyncExternalStore(replay.subscribe, replay.get);
  const now = at ?? replay.to;
  const place = placeAt(track, now);
  const time = new Intl.DateTimeFormat(currentLanguage(), {
    hour: '2-digit',
    minute: '2-digit',
    ...(replay.to - replay.from > 24 * 3_600_000 && { weekday: 'short' }),
  }).format(now);
  return (
    <fieldset className={classes.bar} aria-label={t('replay.label')}>
      <ActionIcon
        size={36}
        aria-label={t(playing ? 'replay.pause' : 'replay.play')}
        onClick={playing ? replay.pause : replay.play}
      >
        {playing ? <IconPlayerPauseFilled size={18} aria-hidden /> : <IconPlayerPlayFilled size={18} aria-hidden />}
      </ActionIcon>
      <ActionIcon
        size={36}
        variant="default"
        aria-label={t('replay.reset')}
        disabled={at === null}
        onClick={replay.reset}
      >
        <IconPlayerStopFilled size={16} aria-hidden />
      </ActionIcon>
      <div className={classes.scrubber}>
        <input
          type="range"
          className={classes.range}
          style={{ '--rests': stopsGradient(track, replay), '--share': shareOf(replay, now) } as CSSProperties}
          aria-label={t('replay.time')}
          aria-valuetext={`${time}, ${place}`}
          min={0}
          max={Math.max(1, Math.ceil((replay.to - replay.from) / stepMs))}
          value={Math.round((now - replay.from) / stepMs)}
          onChange={(event) => replay.seek(replay.from + Number(event.currentTarget.value) * stepMs)}
        />
      </div>
      <span className={classes.now}>
        <span className="fw-strong" data-replay-time>
          {time}
        </span>
        <Text span inherit truncate c="dimmed">
          {place}
        </Text>
      </span>
      <label className={classes.speed}>
        <span className={classes.speedLabel}>{t('replay.speed')}</span>
        <select value={speed} onChange={(event) => replay.setSpeed(Number(event.currentTarget.value) as ReplaySpeed)}>
          {replaySpeeds.map((each) => (
            <option key={each} value={each}>
              {t('replay.times', { speed: each })}
            </option>
          ))}
        </select>
      </label>
    </fieldset>
  );
}

function placeAt(track: Track, at: number): string {
  const stop = track.stops.find(({ from, to, zone }) => zone !== null && at >= from && at <= to);
  if (stop) return stopName(track, stop);
  const point = track.points[positionAt(track.points, at)?.passed ?? -1];
  return point ? shortName(expandPoint(track, point)) : '';
}

function shareOf({ from, to }: Replay, at: number): number {
  return to === from ? 1 : (at - from) / (to - from);
}

/** A CSS gradient that marks the stops on the timeline. */
function stopsGradient({ stops }: Track, replay: Replay): string {
  const percent = (at: number) => `${(Math.min(1, Math.max(0, shareOf(replay, at))) * 100).toFixed(2)}%`;
  const stripes = stops.flatMap(({ from, to }) => [
    `transparent ${percent(from)}`,
    `var(--rest) ${percent(from)}`,
    `var(--rest) ${percent(to)}`,
    `transparent ${percent(to)}`,
  ]);
  return stripes.length === 0 ? 'none' : `linear-gradient(to right, ${stripes.join(', ')})`;
}
