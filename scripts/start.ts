/** `npm start`: the server, which opens its database while the pages are built. */
import { enableCompileCache } from 'node:module';
import { compressBuilds, ensureBuilds } from './core/builds.ts';
import { tool } from './core/paths.ts';

// The one that the server uses when it is started by itself.
enableCompileCache(tool('.cache/fairwatch'));
const built = ensureBuilds();
void built.then((ok) => (ok ? compressBuilds() : undefined));
const { start } = await import('../packages/server/src/app/start.ts');
await start(built);
