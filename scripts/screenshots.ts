import { ensureConsoleBuilt } from './core/console-build.ts';

if (await ensureConsoleBuilt()) await import('../e2e/src/screenshots.ts');
else process.exitCode = 1;
