import { readFileSync } from 'node:fs';
import path from 'node:path';

interface ServerProcess {
  nodeOptions: string[];
  /** Without these glibc keeps the 19 MB of every hashed password for the next one, in an arena for each thread. */
  environment: Record<string, string>;
}

/** What `npm start` gives the process of the server. Benches and load tests give it too. */
export const serverProcess = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'server-process.json'), 'utf8'),
) as ServerProcess;
