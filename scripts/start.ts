import { ensureConsoleBuilt } from './core/console-build.ts';

if (await ensureConsoleBuilt()) await import('../packages/server/src/main.ts');
else process.exitCode = 1;
