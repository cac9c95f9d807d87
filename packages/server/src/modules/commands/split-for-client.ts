import {
  isListCommand,
  limits,
  namedFiles,
  paramsFor,
  type CommandParams,
  type CommandType,
  type Offers,
} from '@fairwatch/contract';

/**
 * Splits the parameters of a command so that a client understands each part: lists of at most `filesPerCommand` for a client that takes
 * lists, else one file each. A file that is named twice is asked for once. Other commands stay as they are.
 */
export function splitForClient<Type extends CommandType>(
  type: Type,
  params: CommandParams<Type>,
  offers: Pick<Offers, 'lists'> | null,
): CommandParams<Type>[] {
  if (!isListCommand(type)) return [params];
  const names = [...new Set(namedFiles(type, params))];
  const atOnce = offers?.lists === true ? limits.run.filesPerCommand : 1;
  const parts = Array.from({ length: Math.ceil(names.length / atOnce) }, (_, part) =>
    names.slice(part * atOnce, (part + 1) * atOnce),
  );
  return parts.map((some) => paramsFor(type, some) as CommandParams<Type>);
}
