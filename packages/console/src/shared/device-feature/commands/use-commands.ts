import { limits, nonFinalCommands, type Command } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../core/api/query.ts';
import { historyQuery, type CommandSource } from './command-source.ts';

/** The commands that matter for one feature or recorder of a device. */
export interface FeatureCommands {
  /** The unfinished command of the device, of any feature. There is at most one. */
  open: Command | null;
  /** The feature's newest command. */
  newest: Command | null;
  /** The feature's newest command that is done. */
  newestDone: Command | null;
  /** True once both queries are loaded. */
  known: boolean;
}

/** Loads the commands of a device. The console's socket triggers a refetch at every step. */
export function useCommands(source: CommandSource, deviceId: number): FeatureCommands {
  const open = useQuery(query(nonFinalCommands, { deviceId }));
  const history = useQuery(historyQuery(source, { deviceId, page: 1, pageSize: limits.page.defaultSize }));
  const listed = history.data?.data ?? [];
  const { counts } = source;
  const commands = counts === undefined ? listed : listed.filter((each) => each.commandTypeEnum === counts);
  return {
    open: open.data?.data[0] ?? null,
    newest: commands[0] ?? null,
    newestDone: commands.find((command) => command.stepType === 'DONE') ?? null,
    known: open.isSuccess && history.isSuccess,
  };
}
