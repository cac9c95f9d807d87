import { locationTrack, type Track } from '@fairwatch/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query, readError } from '../../../../core/api/query.ts';
import { dayOf, dayStart, type Days } from '../../../../core/components/time/days.ts';
import { useNow } from '../../../../core/components/time/use-now.ts';
import { dayBoundaries, periodOf, recentDays } from './track-days.ts';

/** A day with its number of points. */
export interface TrackDay {
  day: string;
  points: number;
}

export interface TrackView {
  /** Null while loading and after a failure. */
  track: Track | null;
  /** The days with points, oldest first. */
  days: readonly TrackDay[];
  /** The day of the track; null when it covers several. */
  day: string | null;
  today: string;
  error: Error | null;
  refetch: () => Promise<unknown>;
}

/** Loads the track of the chosen days; of the newest day with points when none are chosen. */
export function useTrack(deviceId: number, chosen: Days): TrackView {
  const days = recentDays(useNow());
  const input = { deviceId, days: dayBoundaries(days), ...periodOf(chosen, days.at(-1) ?? '') };
  const result = useQuery({ ...query(locationTrack, input), placeholderData: keepPreviousData });
  const track = result.data?.data ?? null;
  return {
    track,
    days: days.flatMap((day, index) => {
      const points = track?.days[index] ?? 0;
      return points > 0 ? [{ day, points }] : [];
    }),
    today: days.at(-1) ?? '',
    day: track === null ? null : onlyDay(track),
    error: readError(result),
    refetch: result.refetch,
  };
}

function onlyDay({ from, to }: Track): string | null {
  if (from === null || to === null) return null;
  const day = dayOf(new Date(from));
  return Date.parse(dayStart(day, 1) ?? '') === Date.parse(to) ? day : null;
}
