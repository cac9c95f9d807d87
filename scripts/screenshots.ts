import { ensureBrowserBuilds } from './core/browser-builds.ts';

if (await ensureBrowserBuilds()) await import('../e2e/src/screenshots.ts');
else process.exitCode = 1;
