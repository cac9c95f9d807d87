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
import { query } from '../../core/api/query.ts';
import { useSmallList } from '../../core/components/filters/use-list-search.ts';
import { usePagedList, type PagedList } from '../../core/components/table/use-paged-list.ts';
import { useContent, type ContentAddressOf } from '../../core/content/use-content.ts';
import { deviceRefusal } from '../device-feature/consent/device-refusal.ts';
import { toastCommand } from '../device-feature/commands/toast-command.ts';
import { useDisabledReason } from '../device-feature/commands/use-disabled-reason.ts';
import { useCommands, type FeatureCommands } from '../device-feature/commands/use-commands.ts';
import { refetchChanged } from '../changes/refetch-changed.ts';
import { recorders, type RecordingRequest } from './recorders.ts';
import { useCaptureTexts } from './use-capture-texts.ts';

/** The state of one recorder of one device. */
export interface RecorderState {
  kind: CaptureKind;
  deviceId: number;
  /** Null while it is loading, and when the device does not exist. */
  device: DeviceSummary | null;
  deviceLoading: boolean;
  commands: FeatureCommands;
  list: PagedList<Capture>;
  addressOf: ContentAddressOf;
  start: (request: RecordingRequest) => void;
  /** True while the request is being sent. */
  sending: boolean;
  /** Why it cannot be started now, or null. */
  reason: string | null;
  /** Why the device refuses every such request, shown as text; null when it does not. */
  refusal: string | null;
  /** True when only a phone call is missing: recording can start as soon as there is one. */
  waitsForCall: boolean;
  /** The requested length of a command that was started in this tab. */
  secondsOf: (commandId: number) => number | null;
}

/** Loads the captures and commands of a recorder, and decides whether it can be started. */
export function useRecorder(kind: CaptureKind, deviceId: number): RecorderState {
  const list = useCaptureList(kind, deviceId);
  const commands = useCommands(recorders[kind], deviceId);
  const summary = useQuery(query(deviceSummary, { deviceId }));
  const device = summary.data?.data ?? null;
  const command = captureKinds[kind];
  const reason = useDisabledReason(accessToCommand(command), {
    error: list.error,
    open: commands.open,
    asks: { device, command },
  });
  const { t } = useCaptureTexts();
  const noCall = useNoCall(kind, deviceId, !list.loading && list.error === null);
  const sending = useMutation({ mutationFn: (request: RecordingRequest) => recorders[kind].send(deviceId, request) });
  const start = async (request: RecordingRequest) => {
    await toastCommand(sending.mutateAsync(request), device).catch(() => undefined);
    await refetchChanged('commands', deviceId);
  };
  return {
    kind,
    deviceId,
    device,
    deviceLoading: summary.isPending,
    commands,
    list,
    addressOf: useContent(captures[kind].ticket, deviceId),
    start: (request) => void start(request),
    sending: sending.isPending,
    refusal: deviceRefusal(device, command),
    reason: reason ?? (noCall ? t('noCall') : null),
    waitsForCall: reason === null && noCall,
    secondsOf: (commandId) => (sending.data?.data.id === commandId ? (sending.variables?.seconds ?? null) : null),
  };
}

/** True when the device reports that there is no phone call to record; false when it does not report it. */
function useNoCall(kind: CaptureKind, deviceId: number, shared: boolean): boolean {
  const state = useQuery({ ...query(callState, { deviceId }), enabled: kind === 'CALL' && shared });
  return kind === 'CALL' && state.data?.data.inCall === false;
}

/** One page of captures, newest first. */
function useCaptureList(kind: CaptureKind, deviceId: number): PagedList<Capture> {
  const view = useSmallList({ pageWord: 'capturesPage', pageSize: 12, sortBy: 'capturedAt' });
  const { page, pageSize } = view;
  return usePagedList(query(captures[kind].list, { deviceId, page, pageSize }), view);
}
