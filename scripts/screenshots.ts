import { ensureBuilds } from './core/builds.ts';

if (await ensureBuilds()) await import('../e2e/src/looks/screenshots.ts');
else process.exitCode = 1;
