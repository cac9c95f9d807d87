import { readFileSync } from 'node:fs';
import path from 'node:path';

interface ServerProcess {
  nodeOptions: string[];
  /** Settings of glibc. Without them it keeps 19 MB for each thread that has hashed a password, instead of returning them. */
  environment: Record<string, string>;
}

/** What `npm start` gives the process of the server. Benches and load tests give it too. */
export const serverProcess = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'server-process.json'), 'utf8'),
) as ServerProcess;
