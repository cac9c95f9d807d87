import { ensureBuilds } from './core/builds.ts';

if (await ensureBuilds()) await import('../packages/server/src/main.ts');
else process.exitCode = 1;
