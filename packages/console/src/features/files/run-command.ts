import {
  fileHistory,
  isFinalStep,
  nonFinalCommands,
  type Command,
  type Endpoint,
  type InputOf,
  type OutputOf,
} from '@fairwatch/contract';
import { QueryObserver } from '@tanstack/react-query';
import { ApiError } from '../../core/api/api-error.ts';
import type { Answer } from '../../core/api/client.ts';
import { invalidate, isRefusal, query, queryClient } from '../../core/api/query.ts';
import { i18n } from '../../core/i18n/i18n.ts';

interface CommandRun {
  deviceId: number;
  send: () => Promise<Answer<Command>>;
  signal: AbortSignal;
  /** Called with each state of the command; with null while the device is busy with another command. */
  onChange: (command: Command | null) => void;
}

/** How often the state is polled. The console's socket reports each step earlier, unless it is disconnected. */
const pollIntervalMs = 3000;

/**
 * Waits until the device has no open command, because it accepts one at a time. Then sends the command and resolves
 * once it is final. Aborting only stops the waiting; `cancelCommand` cancels the command itself.
 */
export async function runCommand({ deviceId, send, signal, onChange }: CommandRun): Promise<Command> {
  const { id } = await sendWhenIdle({ deviceId, send, signal, onChange });
  return await pollUntil(fileHistory, { deviceId, page: 1, pageSize: 20 }, signal, (commands) => {
    const command = commands.find((each) => each.id === id);
    if (command) onChange(command);
    return command && isFinalStep(command.stepType) ? command : undefined;
  });
}

/** The error text of a command that ended without success. */
export function failureText({ stepType, errorDetails }: Command): string {
  return (
    errorDetails ??
    i18n.t(`files:upload.ended.${stepType === 'EXPIRED' || stepType === 'CANCELLED' ? stepType : 'FAILED'}`)
  );
}

async function sendWhenIdle({ deviceId, send, signal, onChange }: CommandRun): Promise<Command> {
  for (;;) {
    onChange(null);
    await pollUntil(nonFinalCommands, { deviceId }, signal, (open) => (open.length === 0 ? true : undefined));
    try {
      const { data } = await send();
      void invalidate(nonFinalCommands, deviceId);
      onChange(data);
      return data;
    } catch (error) {
      // Somebody else sent a command first, so the loop waits again.
      if (!(error instanceof ApiError && error.code === 'commands_pending')) throw error;
    }
  }
}

/** Polls an endpoint until `find` returns a value. Cached responses from before the call are ignored. */
function pollUntil<E extends Endpoint, Found>(
  endpoint: E,
  input: InputOf<E>,
  signal: AbortSignal,
  find: (data: OutputOf<E>) => Found | undefined,
): Promise<Found> {
  const { promise, resolve, reject } = Promise.withResolvers<Found>();
  const startedAt = Date.now();
  const observer = new QueryObserver(queryClient, {
    ...query(endpoint, input),
    staleTime: 0,
    refetchInterval: pollIntervalMs,
    refetchIntervalInBackground: true,
  });
  const unsubscribe = observer.subscribe(({ data, dataUpdatedAt, error }) => {
    if (isRefusal(error)) reject(error);
    if (data === undefined || dataUpdatedAt < startedAt) return;
    const found = find(data.data);
    if (found !== undefined) resolve(found);
  });
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return promise.finally(() => {
    unsubscribe();
    signal.removeEventListener('abort', onAbort);
  });
}
