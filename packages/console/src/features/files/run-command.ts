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

interface Run {
  deviceId: number;
  ask: () => Promise<Answer<Command>>;
  signal: AbortSignal;
  /** Each state of the command on its way; null while the device is busy with another one. */
  onChange: (command: Command | null) => void;
}

/** The console's socket tells of each step; this is for when it is away. */
const followEveryMs = 3000;

/**
 * Asks the device for something when its turn comes, and follows it to its end: a device has one open command at a time.
 * Whoever aborts stops following; the command itself is cancelled by `cancelCommand`.
 */
export async function runCommand({ deviceId, ask, signal, onChange }: Run): Promise<Command> {
  const { id } = await askInTurn({ deviceId, ask, signal, onChange });
  return await until(fileHistory, { deviceId, page: 1, pageSize: 20 }, signal, (commands) => {
    const command = commands.find((each) => each.id === id);
    if (command) onChange(command);
    return command && isFinalStep(command.stepType) ? command : undefined;
  });
}

/** Why a command did not do what it was for. */
export function endText({ stepType, errorDetails }: Command): string {
  return errorDetails ?? i18n.t(`files:upload.ended.${stepType}`);
}

async function askInTurn({ deviceId, ask, signal, onChange }: Run): Promise<Command> {
  for (;;) {
    onChange(null);
    await until(nonFinalCommands, { deviceId }, signal, (open) => (open.length === 0 ? true : undefined));
    try {
      const { data } = await ask();
      void invalidate(nonFinalCommands, deviceId);
      onChange(data);
      return data;
    } catch (error) {
      // Somebody else was faster.
      if (!(error instanceof ApiError && error.code === 'commands_pending')) throw error;
    }
  }
}

/** Reads an endpoint, again and again, until `find` finds something in an answer that is newer than the question. */
function until<E extends Endpoint, Found>(
  endpoint: E,
  input: InputOf<E>,
  signal: AbortSignal,
  find: (data: OutputOf<E>) => Found | undefined,
): Promise<Found> {
  const { promise, resolve, reject } = Promise.withResolvers<Found>();
  const begun = Date.now();
  const observer = new QueryObserver(queryClient, {
    ...query(endpoint, input),
    staleTime: 0,
    refetchInterval: followEveryMs,
    refetchIntervalInBackground: true,
  });
  const stop = observer.subscribe(({ data, dataUpdatedAt, error }) => {
    if (isRefusal(error)) reject(error);
    if (data === undefined || dataUpdatedAt < begun) return;
    const found = find(data.data);
    if (found !== undefined) resolve(found);
  });
  const end = () => reject(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  return promise.finally(() => {
    stop();
    signal.removeEventListener('abort', end);
  });
}
