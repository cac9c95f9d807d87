/** `npm run engines`. The engines' own folder is checked with the types of a browser, the scripts without. */
await import(new URL('../e2e/engines/index.ts', import.meta.url).href);
