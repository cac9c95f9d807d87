/** `npm run build`: the pages and the file for Termux, as `npm start` builds them, compressed too. */
import { compressBuilds, ensureBuilds } from './core/builds.ts';

if (await ensureBuilds()) await compressBuilds();
else process.exitCode = 1;
