import { ensureBrowserBuilds } from './core/browser-builds.ts';

if (await ensureBrowserBuilds()) await import('../packages/server/src/main.ts');
else process.exitCode = 1;
