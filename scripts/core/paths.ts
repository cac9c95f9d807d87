import path from 'node:path';

/** The top of the repository. */
export const root = path.dirname(path.dirname(import.meta.dirname));

export const consoleFolder = path.join(root, 'packages', 'console');
export const companionFolder = path.join(root, 'packages', 'companion');

/** What the last test run left for the conformance page; not committed. */
export const resultsFolder = path.join(root, '.cache', 'results');

/** Where Node keeps what it has made of our TypeScript: a process that starts again takes half the time. */
export const compileCache = path.join(root, '.cache', 'compile');

/** The JavaScript behind a tool, to be run by the Node that runs us. */
export function tool(file: string): string {
  return path.join(root, 'node_modules', file);
}
