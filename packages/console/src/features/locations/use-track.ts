import { locationTrack, type Track } from '@fairwatch/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query, readError } from '../../core/api/query.ts';
import { dayOf, dayStart, type Days } from '../../core/components/days.ts';
import { useNow } from '../../core/components/use-now.ts';
import { beginningsOf, periodOf, recentDays } from './track-days.ts';

/** A day that can be chosen, with how many points it has. */
export interface TrackDay {
  day: string;
  points: number;
}

export interface TrackView {
  /** Null while it is loading, or when it cannot be had. */
  track: Track | null;
  /** The days with points, oldest first. */
  days: readonly TrackDay[];
  /** The day that is drawn; null when several are. */
  day: string | null;
  error: Error | null;
  refetch: () => Promise<unknown>;
}

/** The way of a device through the chosen days; without a choice through the newest that has points. */
export function useTrack(deviceId: number, chosen: Days): TrackView {
  const days = recentDays(useNow());
  const input = { deviceId, days: beginningsOf(days), ...periodOf(chosen, days.at(-1) ?? '') };
  const result = useQuery({ ...query(locationTrack, input), placeholderData: keepPreviousData });
  const track = result.data?.data ?? null;
  return {
    track,
    days: days.flatMap((day, place) => {
      const points = track?.days[place] ?? 0;
      return points > 0 ? [{ day, points }] : [];
    }),
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
