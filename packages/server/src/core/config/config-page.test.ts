import { access, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { configVariables, type ConfigVariable } from './config-variables.ts';
import { ConfigError } from './config-values.ts';

const root = new URL('../../../../../', import.meta.url);
const pageUrl = new URL('docs/configuration.md', root);
const variables = Object.values(configVariables).flat();

const rowOf = ({ name, fallback, meaning }: ConfigVariable) => `| \`${name}\` | ${fallback} | ${meaning} |`;
const tables = Object.entries(configVariables).map(([subject, each]) =>
  [`## ${subject}`, '', '| variable | default | meaning |', '|---|---|---|', ...each.map(rowOf)].join('\n'),
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

describe('docs/configuration.md', () => {
  it('has exactly the variables that the server reads', async () => {
    const read = variablesRead().filter((name) => !isRefused(name));
    expect(variables.map(({ name }) => name).sort()).toEqual(read.sort());
    const page = await readFile(pageUrl, 'utf8');
    const [before = '', after = ''] = page.split(/(?<=<!-- variables -->\n)[^]*(?=<!-- end of variables -->)/);
    await expect(`${before}\n${tables.join('\n\n')}\n\n${after}`).toMatchFileSnapshot(fileURLToPath(pageUrl));
  });

  it('states their defaults', () => {
    const usual = loadConfig({});
    const literal = variables.filter(({ fallback }) => fallback.startsWith('`'));
    expect(literal.length).toBeGreaterThan(5);
    for (const { name, fallback } of literal)
      expect(loadConfig({ [name]: fallback.split('`')[1] }), name).toEqual(usual);
  });

  it('says the same as README of those that matter first', async () => {
    const readme = await readFile(new URL('README.md', root), 'utf8');
    const rows = readme.match(/^\| `[A-Z\d_]+` \| .*$/gm) ?? [];
    expect(rows.length).toBeGreaterThan(5);
    expect(variables.map(rowOf)).toEqual(expect.arrayContaining(rows));
  });
});

it.each([
  'README.md',
  'docs/README.md',
  'docs/configuration.md',
  'docs/production.md',
  'docs/security.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
])('every file that %s leads to is there', async (page) => {
  const text = await readFile(new URL(page, root), 'utf8');
  const targets = [...text.matchAll(/\]\(([^)#\s]+)|src="([^"]+)"/g)].map(([, link, image]) => link ?? image ?? '');
  const files = targets.filter((target) => !/^https?:/.test(target));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) await expect(access(new URL(file, new URL(page, root))), file).resolves.toBeUndefined();
});
