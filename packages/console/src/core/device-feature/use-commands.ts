import { limits, nonFinalCommands, type Command } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { query } from '../api/query.ts';
import { historyQuery, type CommandSource } from './command-source.ts';

/** What a device's commands say about one of its features, or one of its recorders. */
export interface FeatureCommands {
  /** The command the device has not finished, whichever feature asked for it; there is at most one. */
  open: Command | null;
  /** The feature's newest command. */
  newest: Command | null;
  /** The feature's newest command that brought data. */
  newestDone: Command | null;
  /** Both answers are there. */
  known: boolean;
}

/** Follows the commands of a device; the console's socket makes the queries read again at every step. */
export function useCommands(source: CommandSource, deviceId: number): FeatureCommands {
  const open = useQuery(query(nonFinalCommands, { deviceId }));
  const history = useQuery(historyQuery(source, { deviceId, page: 1, pageSize: limits.page.defaultSize }));
  const commands = history.data?.data ?? [];
  return {
    open: open.data?.data[0] ?? null,
    newest: commands[0] ?? null,
    newestDone: commands.find((command) => command.stepType === 'DONE') ?? null,
    known: open.isSuccess && history.isSuccess,
  };
}
