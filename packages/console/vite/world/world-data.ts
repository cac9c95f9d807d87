import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { buildCountries, type Scale } from './countries.ts';
import { readIcons } from './icons.ts';
import { readLetters } from './letters.ts';
import { buildTowns } from './towns.ts';

const prefix = 'virtual:world/';
/** Where a development server has the files. */
const developmentPath = '/@world/';

/** Keeps a file and gives its address. The name may have `[hash]` in it. */
type Keep = (name: string, content: string | Buffer, hash?: string) => string;

/** What the modules export. src/vite-env.d.ts has their types. */
const modules: Readonly<Record<string, (keep: Keep) => Promise<Record<string, unknown>>>> = {
  'countries-110m': (keep) => countries('110m', keep),
  'countries-50m': (keep) => countries('50m', keep),
  'countries-10m': (keep) => countries('10m', keep),

  towns: async (keep) => {
    const { large, cells } = await buildTowns();
    const files = [...cells].map(([cell, towns]) => [cell, JSON.stringify(towns)] as const);
    // One hash for all, so that the page need not know each.
    const hash = hashOf(JSON.stringify(files));
    for (const [cell, json] of files) keep(`towns-[hash]/${cell}.json`, json, hash);
    const largeUrl = keep('large-towns-[hash].json', JSON.stringify(large));
    return { largeUrl, cellsUrl: keep('towns-[hash]/', '', hash), cells: [...cells.keys()] };
  },

  letters: async (keep) => {
    const fonts = Object.entries(await readLetters()).map(([font, files]) => [
      font,
      files.map(({ name, ranges, bytes }) => ({
        url: keep(name.replace('.', '-[hash].'), bytes),
        'unicode-range': ranges,
      })),
    ]);
    return { fontFaces: Object.fromEntries(fonts) as unknown };
  },

  icons: async () => ({ icons: await readIcons() }),
};

async function countries(scale: Scale, keep: Keep): Promise<{ url: string }> {
  return { url: keep(`countries-${scale}-[hash].json`, JSON.stringify(await buildCountries(scale))) };
}

/** Builds the world that comes along: outlines, towns, letters and icons of the map, from packages that carry them. */
export function worldData(): Plugin {
  /** What the development server has made so far. */
  const made = new Map<string, string | Buffer>();
  let base = '/';
  let building = false;
  return {
    name: 'world-data',
    configResolved(config) {
      base = config.base;
      building = config.command === 'build';
    },
    resolveId: (id) => (id.startsWith(prefix) && id.slice(prefix.length) in modules ? `\0${id}` : null),
    async load(id) {
      const make = id.startsWith(`\0${prefix}`) ? modules[id.slice(prefix.length + 1)] : undefined;
      if (make === undefined) return null;
      const exported = await make((name, content, hash = hashOf(content)) => {
        const file = name.replace('[hash]', hash);
        const isFolder = file.endsWith('/');
        if (!building) made.set(developmentPath + file, content);
        else if (!isFolder) this.emitFile({ type: 'asset', fileName: `assets/${file}`, source: content });
        return building ? `${base}assets/${file}` : developmentPath + file;
      });
      return Object.entries(exported)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const content = made.get(request.url ?? '');
        if (content === undefined) return next();
        response.setHeader('content-type', typeof content === 'string' ? 'application/json' : 'font/woff2');
        response.end(content);
      });
    },
  };
}

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 8);
}
