import { access, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { ConfigError } from './config-values.ts';

const root = new URL('../../../../', import.meta.url);
const readme = await readFile(new URL('README.md', root), 'utf8');

/** The variables of README's table, with their defaults where those are literal values. */
const documented = new Map(
  [...readme.matchAll(/^\| `([A-Z\d_]+)` \| (.*?) \|/gm)].map(([, name = '', cell = '']) => [
    name,
    /^`([^`]+)`/.exec(cell)?.[1] ?? null,
  ]),
);

/** The names of all variables that `loadConfig` reads, found by a proxy in place of the environment. */
function variablesRead(): string[] {
  const names = new Set<string>(['PAYLOAD_SECRET']);
  loadConfig(new Proxy({}, { get: (_, name) => void names.add(String(name)) }));
  return [...names];
}

/** Some variables are reserved: setting them is an error. */
function isRefused(name: string): boolean {
  try {
    loadConfig({ ...(name === 'PAYLOAD_SECRET' && { PAYLOAD_MODE: 'AES_GCM_256' }), [name]: 'x' });
    return false;
  } catch (error) {
    return error instanceof ConfigError && error.message.includes(`${name} is set, but`);
  }
}

describe("README's configuration table", () => {
  it('lists exactly the variables that the server reads', () => {
    const read = variablesRead().filter((name) => !isRefused(name));
    expect([...documented.keys()].sort()).toEqual(read.sort());
  });

  it('states their defaults', () => {
    const usual = loadConfig({});
    const values = [...documented].filter(([, value]) => value !== null);
    for (const [name, value] of values) expect(loadConfig({ [name]: value ?? '' }), name).toEqual(usual);
    expect(documented.get('PORT')).toBe('8080');
  });
});

it.each(['README.md', 'docs/production.md', 'docs/security.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'])(
  'every file that %s leads to is there',
  async (page) => {
    const text = await readFile(new URL(page, root), 'utf8');
    const targets = [...text.matchAll(/\]\(([^)#\s]+)|src="([^"]+)"/g)].map(([, link, image]) => link ?? image ?? '');
    const files = targets.filter((target) => !/^https?:/.test(target));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) await expect(access(new URL(file, new URL(page, root))), file).resolves.toBeUndefined();
  },
);
