import { filesWanted, limits, type CommandType } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { CommandAnswer } from '../../commands/answers/command-answer.ts';
import type { OpenCommand } from './upload-command.ts';
import { countOtherFiles, lockFilesOf } from './uploads.store.ts';

/** Checks which files a device may upload for a command: what the command requests, and no more. */
export interface WantedFiles {
  /** Throws for files beyond the number that the command requests, and for any where it requests none. */
  checkNumber(db: Database, command: OpenCommand, hashes: readonly string[]): Promise<void>;
  /** Throws for a file whose size differs from those that the device reported before, where it reported them. */
  checkSize(db: Database, command: OpenCommand, size: number): Promise<void>;
  /**
   * Checks the number again for a command that requests one file or names several, under a lock until the transaction ends, so that
   * parallel uploads cannot store more.
   */
  checkLast(db: Database, command: OpenCommand, sha256: string): Promise<void>;
}

export function createWantedFiles(answers: readonly CommandAnswer[]): WantedFiles {
  const sizesOf = new Map<CommandType, CommandAnswer['fileSizes']>(
    answers.map(({ command, fileSizes }) => [command, fileSizes]),
  );

  return {
    checkNumber,

    async checkSize(db, command, size) {
      const known = await sizesOf.get(command.commandType)?.(db, command);
      if (!known || known.includes(size)) return;
      const listed =
        known.length === 1 ? `${known[0]} in the list` : 'none of the files that were asked for has that size';
      throw refusal(`it has ${size} bytes, and ${listed}. Please update the list and ask again.`);
    },

    async checkLast(db, command, sha256) {
      // For Updates with many files a few too many do no harm, and their uploads need not wait for a lock.
      if (filesWanted(command.commandType, command.params) > limits.run.filesPerCommand) return;
      await lockFilesOf(db, command.commandId);
      await checkNumber(db, command, [sha256]);
    },
  };
}

async function checkNumber(db: Database, command: OpenCommand, hashes: readonly string[]): Promise<void> {
  const most = filesWanted(command.commandType, command.params);
  if (most === 0) throw new AppError('file_type_not_allowed');
  const others = hashes.length > most ? most : await countOtherFiles(db, command, hashes);
  if (others + hashes.length <= most) return;
  throw refusal(most === 1 ? 'it takes one file only.' : `it takes at most ${most} files.`);
}

function refusal(problem: string): AppError {
  return new AppError('file_not_wanted', { problem });
}
