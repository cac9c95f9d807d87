import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Puts the texts of each language into the built file as they stand in the source, one to a line, so that whoever reads the file can read them. */
export function readableTexts(): Plugin {
  return {
    name: 'readable-texts',
    enforce: 'pre',
    load: {
      filter: { id: /\/locales\/[\w-]+\.json$/ },
      handler: (id) => ({ code: `export default ${readFileSync(id, 'utf8')}`, moduleType: 'js' }),
    },
  };
}
