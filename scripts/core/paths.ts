import path from 'node:path';

/** The top of the repository. */
export const root = path.dirname(path.dirname(import.meta.dirname));

export const consoleFolder = path.join(root, 'packages', 'console');
export const companionFolder = path.join(root, 'packages', 'companion');
export const termuxFolder = path.join(root, 'packages', 'termux');

/** What the last test run left for the conformance page; not committed. */
export const resultsFolder = path.join(root, '.cache', 'results');

/** The data folder that the servers of the journeys begin with. */
export const journeysData = path.join(root, '.cache', 'journeys-data');

/** Node's compile cache, which halves the start time of a process. */
export const compileCache = path.join(root, '.cache', 'compile');

/** The path of a tool's JavaScript, to be run by the current Node. */
export function tool(file: string): string {
  return path.join(root, 'node_modules', file);
}
