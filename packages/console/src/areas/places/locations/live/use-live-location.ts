import { liveLocation, startLiveLocation, stopLiveLocation, type LiveSession } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { query, useCall } from '../../../../core/api/query.ts';
import { refetchChanged } from '../../../../shared/changes/refetch-changed.ts';
import { toastCommand } from '../../../../shared/device-feature/commands/toast-command.ts';
import { useDisabledReason } from '../../../../shared/device-feature/commands/use-disabled-reason.ts';
import type { DeviceFeatureList } from '../../../../shared/device-feature/use-device-feature.ts';
import type { ListRow } from '../../../../core/components/table/columns.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import type { Trail } from '../../../../core/map-canvas/trail.ts';
import { toastPromise } from '../../../../core/toast/toast.tsx';

/** The live location of a device. */
export interface LiveLocationState {
  /** The one that runs, or the last one of the last day. */
  session: LiveSession | null;
  /** Where the device went while a live location runs; empty otherwise. */
  trail: Trail;
  /** True while the command that starts it has not ended. */
  waiting: boolean;
  start: (minutes: number) => void;
  stop: () => void;
  sending: boolean;
  stopping: boolean;
  /** Why it cannot be started now, or null. */
  reason: string | null;
}

const noTrail: Trail = [];

/** Loads the live location of a device; the console's socket triggers a refetch as it moves. */
export function useLiveLocation<Row extends ListRow>(list: DeviceFeatureList<Row>): LiveLocationState {
  const { deviceId, device, commands, rows, shared } = list;
  const { t } = useTranslation('live-location');
  const found = useQuery({ ...query(liveLocation, { deviceId }), enabled: shared && !rows.loading });
  const { session = null, trail = noTrail } = (shared && found.data?.data) || {};
  const isRunning = session !== null && session.endedAt === null;
  const starting = useCall(startLiveLocation);
  const stopping = useCall(stopLiveLocation);
  const refusal = useDisabledReason(startLiveLocation, {
    error: rows.error,
    open: commands.open,
    asks: { device, command: 'LIVE_LOCATION' },
  });

  // The list does not follow each point. The first one makes the map appear on a page that was empty.
  const isMissing = isRunning && trail.length > 0 && !rows.loading && rows.rows.length === 0;
  useEffect(() => {
    if (isMissing) void refetchChanged('locations', deviceId);
  }, [isMissing, deviceId]);

  const start = async (minutes: number) => {
    await toastCommand(starting.mutateAsync({ deviceId, minutes }), device).catch(() => undefined);
    await refetchChanged('commands', deviceId);
  };
  const stop = async () => {
    await toastPromise(stopping.mutateAsync({ deviceId })).catch(() => undefined);
    await refetchChanged('live-location', deviceId);
  };
  return {
    session,
    trail: isRunning ? trail : noTrail,
    waiting: commands.open?.commandTypeEnum === 'LIVE_LOCATION',
    start: (minutes) => void start(minutes),
    stop: () => void stop(),
    sending: starting.isPending,
    stopping: stopping.isPending,
    reason: isRunning ? t('already') : refusal,
  };
}
