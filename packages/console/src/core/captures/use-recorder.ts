import {
  accessToCommand,
  callState,
  captureKinds,
  captures,
  deviceSummary,
  type Capture,
  type CaptureKind,
  type DeviceSummary,
} from '@fairwatch/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { query } from '../api/query.ts';
import { useSmallList } from '../components/use-list-search.ts';
import { usePagedList, type PagedList } from '../components/use-paged-list.ts';
import { useContent, type ContentAddressOf } from '../content/use-content.ts';
import { deviceRefusal } from '../device-feature/device-refusal.ts';
import { useAskReason } from '../device-feature/use-ask-reason.ts';
import { useCommands, type FeatureCommands } from '../device-feature/use-commands.ts';
import { readAgain } from '../socket/read-again.ts';
import { toastPromise } from '../toast/toast.tsx';
import { recorders, type Wish } from './recorders.ts';
import { useCaptureTexts } from './use-capture-texts.ts';

/** One recorder of one device, with all that its page needs. */
export interface RecorderState {
  kind: CaptureKind;
  deviceId: number;
  /** Null while it is loading, or when there is no such device. */
  device: DeviceSummary | null;
  deviceLoading: boolean;
  commands: FeatureCommands;
  list: PagedList<Capture>;
  addressOf: ContentAddressOf;
  start: (wish: Wish) => void;
  /** The request is on its way to the server. */
  sending: boolean;
  /** Why it cannot be started now, or null. */
  reason: string | null;
  /** Why the device would refuse it whenever it is asked, to be written out; null when it would not. */
  refusal: string | null;
  /** Nothing but a call is missing: it can start as soon as one is under way. */
  waitsForCall: boolean;
  /** How long a command records, where it was asked for here. */
  secondsOf: (commandId: number) => number | null;
}

/** Follows a recorder: what it is doing, what came of it, and whether it can be started. */
export function useRecorder(kind: CaptureKind, deviceId: number): RecorderState {
  const list = useCaptureList(kind, deviceId);
  const commands = useCommands(recorders[kind], deviceId);
  const summary = useQuery(query(deviceSummary, { deviceId }));
  const device = summary.data?.data ?? null;
  const command = captureKinds[kind];
  const reason = useAskReason(accessToCommand(command), {
    error: list.error,
    pending: commands.open !== null,
    asks: { device, command },
  });
  const { t } = useCaptureTexts();
  const noCall = useNoCall(kind, deviceId, !list.loading && list.error === null);
  const asking = useMutation({ mutationFn: (wish: Wish) => recorders[kind].ask(deviceId, wish) });
  const start = async (wish: Wish) => {
    await toastPromise(asking.mutateAsync(wish)).catch(() => undefined);
    await readAgain('commands', deviceId);
  };
  return {
    kind,
    deviceId,
    device,
    deviceLoading: summary.isPending,
    commands,
    list,
    addressOf: useContent(captures[kind].ticket, deviceId),
    start: (wish) => void start(wish),
    sending: asking.isPending,
    refusal: deviceRefusal(device, command),
    reason: reason ?? (noCall ? t('noCall') : null),
    waitsForCall: reason === null && noCall,
    secondsOf: (commandId) => (asking.data?.data.id === commandId ? (asking.variables?.seconds ?? null) : null),
  };
}

/** Whether a call cannot be recorded now, because the device says that none is under way. False where it does not tell. */
function useNoCall(kind: CaptureKind, deviceId: number, shared: boolean): boolean {
  const state = useQuery({ ...query(callState, { deviceId }), enabled: kind === 'CALL' && shared });
  return kind === 'CALL' && state.data?.data.inCall === false;
}

/** A page of what was captured, newest first. */
function useCaptureList(kind: CaptureKind, deviceId: number): PagedList<Capture> {
  const view = useSmallList({ pageWord: 'capturesPage', pageSize: 12, sortBy: 'capturedAt' });
  const { page, pageSize } = view;
  return usePagedList(query(captures[kind].list, { deviceId, page, pageSize }), view);
}
