import { filesPerCommand, type CommandType } from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import type { Database } from '../database/schema.ts';
import type { CommandAnswer } from '../devices/commands/command-answer.ts';
import type { OpenCommand } from './sending-check.ts';
import { countOtherFiles, lockFilesOf } from './uploads.store.ts';

/** Decides which files a device may send for a command: what the command asks for, and no more. */
export interface WantedFiles {
  /** Refuses files beyond the number that the command asks for, and any where it asks for none. */
  checkNumber(db: Database, command: OpenCommand, hashes: readonly string[]): Promise<void>;
  /** Refuses a file that has another size than the device said before, where it named one. */
  checkSize(db: Database, command: OpenCommand, size: number): Promise<void>;
  /** For a command that asks for one file: holds until the transaction ends, so that of two finished together one is kept. */
  checkLast(db: Database, command: OpenCommand, sha256: string): Promise<void>;
}

export function createWantedFiles(answers: readonly CommandAnswer[]): WantedFiles {
  const fileSizes = new Map<CommandType, CommandAnswer['fileSize']>(
    answers.map(({ command, fileSize }) => [command, fileSize]),
  );

  return {
    checkNumber,

    async checkSize(db, command, size) {
      const known = await fileSizes.get(command.commandType)?.(db, command);
      if (known === undefined || known === null || known === size) return;
      throw refusal(`it has ${size} bytes, and ${known} in the list. Please update the list and ask again.`);
    },

    async checkLast(db, command, sha256) {
      // Where many are asked for, a few too many do no harm, and their uploads need not wait for one another.
      if (filesPerCommand[command.commandType] !== 1) return;
      await lockFilesOf(db, command.commandId);
      await checkNumber(db, command, [sha256]);
    },
  };
}

async function checkNumber(db: Database, command: OpenCommand, hashes: readonly string[]): Promise<void> {
  const most = filesPerCommand[command.commandType] ?? 0;
  if (most === 0) throw new AppError('file_type_not_allowed');
  const others = hashes.length > most ? most : await countOtherFiles(db, command, hashes);
  if (others + hashes.length <= most) return;
  throw refusal(most === 1 ? 'it takes one file only.' : `it takes at most ${most} files.`);
}

function refusal(problem: string): AppError {
  return new AppError('file_not_wanted', { problem });
}
