import {
  capabilities,
  commandCatalogue,
  commandDetails,
  commandWords,
  keysOf,
  limits,
  namesDetails,
  quoted,
  type AuditDetails,
  type Capability,
  type CommandParams,
  type CommandType,
  type Offers,
  type RunAction,
} from '@fairwatch/contract';
import { splitForClient } from '../../commands/split-for-client.ts';

export type RunItemKind = 'COMMAND' | 'NOTIFY' | 'ASK' | 'END';

/** One step of a run, which becomes one item for each of its devices. */
export interface RunStep {
  kind: RunItemKind;
  commandType: CommandType | null;
  /** What must be shared; null for END. For ASK it is what the person is asked to share. */
  capability: Capability | null;
  params: Readonly<Record<string, unknown>>;
  /** What the step is about, for histories and the log. */
  details: Readonly<AuditDetails>;
}

/** What the database knows about the files that an action names by id. */
export interface NamedFiles {
  stored: ReadonlyMap<number, { sha256: string; size: number }>;
  media: ReadonlyMap<number, { key: string; fileName: string }>;
}

/** The steps of an action on one device. `offers` says whether its client accepts several files in one command. */
export function stepsOf(action: RunAction, files: NamedFiles, offers: Pick<Offers, 'lists'> | null): RunStep[] {
  switch (action.action) {
    case 'UPDATE':
      return unique(action.commands).map((type) => commandStep(type, {}));
    case 'NOTIFY': {
      const { title, message, type } = action;
      return [
        {
          kind: 'NOTIFY',
          commandType: null,
          capability: 'NOTIFICATIONS',
          params: { title, message, type },
          details: {},
        },
      ];
    }
    case 'ASK':
      return unique(action.capabilities).map((capability) => {
        return { kind: 'ASK', commandType: null, capability, params: {}, details: {} };
      });
    case 'END':
      return [{ kind: 'END', commandType: null, capability: null, params: { reason: action.reason }, details: {} }];
    case 'SEND_FILES':
      return splitForClient('SEND_FILE', { paths: action.paths }, offers).map((part) => commandStep('SEND_FILE', part));
    case 'DELETE_FILES':
      return splitForClient('DELETE_FILE', { paths: action.paths }, offers).map((part) =>
        commandStep('DELETE_FILE', part),
      );
    case 'RENAME_FILES':
      return action.renames.map((rename) => commandStep('RENAME_FILE', rename));
    case 'RECEIVE_FILES':
      return chunks(action.files, limits.file.receivedAtOnce).map((some) =>
        commandStep('RECEIVE_FILES', {
          folder: action.folder,
          files: some.flatMap(({ id, name }) => {
            const stored = files.stored.get(id);
            return stored ? [{ name, ...stored }] : [];
          }),
        }),
      );
    case 'FETCH_MEDIA': {
      const names = new Map(action.itemIds.flatMap((id) => files.media.get(id) ?? []).map((m) => [m.key, m.fileName]));
      return splitForClient('FETCH_MEDIA', { keys: [...names.keys()] }, offers).map((part) =>
        commandStep('FETCH_MEDIA', part, namesDetails(keysOf(part).flatMap((key) => names.get(key) ?? []))),
      );
    }
  }
}

function commandStep<Type extends CommandType>(
  type: Type,
  params: CommandParams<Type>,
  details: Readonly<AuditDetails> = {},
): RunStep {
  return {
    kind: 'COMMAND',
    commandType: type,
    capability: commandCatalogue[type].capability,
    params,
    details: { ...commandDetails(type, params), ...details },
  };
}

const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, chunk) =>
    items.slice(chunk * size, (chunk + 1) * size),
  );
}

/** The title of a run. It names no file and no person, since it is kept after they have left; the words of a notification are erased then. */
export function runTitle(action: RunAction): string {
  switch (action.action) {
    case 'UPDATE':
      return `Update ${listOf(unique(action.commands).map((type) => commandWords(type, {}).title.replace(/^Update /, '')))}`;
    case 'NOTIFY':
      return `Send the notification ${quoted(action.title)}`;
    case 'ASK':
      return `Ask to share ${listOf(unique(action.capabilities).map((capability) => capabilities[capability].title))}`;
    case 'END':
      return 'End the supervision';
    case 'SEND_FILES':
      return `Fetch ${countOf(unique(action.paths).length, 'file')}`;
    case 'DELETE_FILES':
      return `Delete ${countOf(unique(action.paths).length, 'file')}`;
    case 'RENAME_FILES':
      return `Rename ${countOf(action.renames.length, 'file')}`;
    case 'RECEIVE_FILES':
      return deliveryTitle(action.files.length);
    case 'FETCH_MEDIA':
      return `Fetch ${countOf(unique(action.itemIds).length, 'original')}`;
  }
}

/** The title of one item, from what is stored of it. */
export function itemTitle({
  kind,
  commandType,
  capability,
  details,
}: Pick<RunStep, 'kind' | 'commandType' | 'capability' | 'details'>): string {
  if (commandType !== null) return commandWords(commandType, details).title;
  if (kind === 'ASK' && capability !== null) return `Ask to share ${capabilities[capability].title}`;
  return kind === 'NOTIFY' ? 'Send the notification' : 'End the supervision';
}

/** The title of a run that delivers this number of files. */
export function deliveryTitle(files: number): string {
  return `Deliver ${countOf(files, 'file')}`;
}

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function listOf(words: readonly string[]): string {
  return new Intl.ListFormat('en').format(words);
}
