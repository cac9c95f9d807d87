import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Enabled before anything else is loaded: the compile cache halves the time of every start but the first.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/fairwatch', import.meta.url)));

const { start } = await import('./app/start.ts');
await start();
