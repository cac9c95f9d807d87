import {
  isFinalStep,
  liveCameraHistory,
  liveView,
  startLiveView,
  stopLiveView,
  type Command,
  type InputOf,
  type LiveViewer,
  type LiveViewSession,
} from '@fairwatch/contract';
import { serverErrorText } from '../../../core/api/server-error-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useCall } from '../../../core/api/query.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';
import { refetchChanged } from '../../../shared/changes/refetch-changed.ts';
import type { CommandSource } from '../../../shared/device-feature/commands/command-source.ts';
import { useCommands } from '../../../shared/device-feature/commands/use-commands.ts';
import { toastCommand } from '../../../shared/device-feature/commands/toast-command.ts';
import { useDisabledReason } from '../../../shared/device-feature/commands/use-disabled-reason.ts';
import { deviceRefusal } from '../../../shared/device-feature/consent/device-refusal.ts';
import type { RecorderState } from '../../../shared/recorder/use-recorder.ts';
import { startedHere } from './started-here.ts';
import { useLiveViewTexts } from './use-live-view-texts.ts';

/** What is asked for, without the device. */
export type LiveViewRequest = Omit<InputOf<typeof startLiveView>, 'deviceId'>;

/** The live view of a device, as its pages show it. */
export interface LiveViewState {
  deviceId: number;
  /** The one that runs; null while none does. */
  running: LiveViewSession | null;
  viewers: readonly LiveViewer[];
  /** The request that waits for the person, or for the camera. */
  request: Command | null;
  /** How the last one ended: before it began, or later. Null while there is another one. */
  last: { request: Command } | { session: LiveViewSession } | null;
  /** This admin watches the one that runs. */
  joined: boolean;
  join: () => void;
  /** Stops watching; the live view goes on for others. */
  leave: () => void;
  /** Resolves to true when the device has been asked. */
  start: (wanted: LiveViewRequest) => Promise<boolean>;
  stop: () => void;
  sending: boolean;
  stopping: boolean;
  /** Why none can be asked for now, or null. */
  reason: string | null;
  /** Why no picture can be kept at this moment, or null. */
  stillReason: string | null;
  /** The reason where waiting does not help, shown as text; null where there is none. */
  refusal: string | null;
}

/** The requests for live views are listed with those of the Video Recorder. */
const source: CommandSource = { history: liveCameraHistory, only: { mode: 'VIDEO' }, counts: 'LIVE_VIEW' };

/** Loads the live view of a device; the console's socket triggers a refetch when it changes. */
export function useLiveView({ deviceId, device, list }: RecorderState): LiveViewState {
  const { t } = useLiveViewTexts();
  const shared = !list.loading && list.error === null;
  const found = useQuery({ ...query(liveView, { deviceId }), enabled: shared });
  const { session = null, viewers = [], refusal: refused = null } = (shared && found.data?.data) || {};
  const { open, newest } = useCommands(source, deviceId);
  const request = open?.commandTypeEnum === 'LIVE_VIEW' ? open : null;
  const running = session?.endedAt === null ? session : null;
  const watch = useWatch(running);
  const starting = useCall(startLiveView);
  const stopping = useCall(stopLiveView);
  const isAway = device !== null && device.status !== 'Online';
  const refusal = deviceRefusal(device, 'LIVE_VIEW') ?? (isAway ? serverErrorText('device_offline') : refused);
  const disabled = useDisabledReason(startLiveView, {
    error: list.error ?? found.error,
    open,
    asks: { device, command: 'LIVE_VIEW' },
  });

  const start = async (wanted: LiveViewRequest) => {
    const asked = await toastCommand(starting.mutateAsync({ deviceId, ...wanted }), device).catch(() => null);
    if (asked !== null) startedHere.add(asked.data.id);
    await refetchChanged('commands', deviceId);
    return asked !== null;
  };
  const stop = async () => {
    await toastPromise(stopping.mutateAsync({ deviceId })).catch(() => undefined);
    await refetchChanged('live-view', deviceId);
  };
  return {
    deviceId,
    running,
    viewers,
    request,
    last: running === null && request === null ? lastOf(newest, session) : null,
    ...watch,
    start,
    stop: () => void stop(),
    sending: starting.isPending,
    stopping: stopping.isPending,
    reason: running === null ? (disabled ?? refusal) : t('running'),
    stillReason: open === null ? null : serverErrorText('commands_pending'),
    refusal: running === null && request === null ? refusal : null,
  };
}

/** The newer one of the last request and the last live view, which has the id of its request. */
function lastOf(request: Command | null, session: LiveViewSession | null): LiveViewState['last'] {
  const isNewer = request !== null && request.id > (session?.id ?? 0);
  if (isNewer) return isFinalStep(request.stepType) && request.stepType !== 'DONE' ? { request } : null;
  return session === null || session.endedAt === null ? null : { session };
}

/** Whether this admin watches the live view that runs. Whoever asked for it does, in the same visit; others join by a press. */
function useWatch(running: LiveViewSession | null): Pick<LiveViewState, 'joined' | 'join' | 'leave'> {
  const [chosen, setChosen] = useState<{ id: number; joins: boolean } | null>(null);
  const id = running?.id ?? null;
  const choose = (joins: boolean) => {
    if (id === null) return;
    if (!joins) startedHere.forget(id);
    setChosen({ id, joins });
  };
  const joined = id !== null && (chosen?.id === id ? chosen.joins : startedHere.has(id));
  return { joined, join: () => choose(true), leave: () => choose(false) };
}
