import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

interface Library {
  name: string;
  version: string;
  licence: string;
  /** What must accompany copies of it. */
  text: string;
}

/** Appends the licences of the libraries in each output file, as comments, sorted by name: the file is all that a phone gets. */
export function licences(): Plugin {
  return {
    name: 'licences',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue;
        // What was left out because nothing uses it has no lines in the file.
        const used = Object.entries(output.modules).filter(([, { renderedLength }]) => renderedLength > 0);
        output.code += commentOf(librariesOf(used.map(([id]) => id)));
      }
    },
  };
}

function librariesOf(modules: readonly string[]): Library[] {
  const folders = new Set(modules.flatMap((id) => folderOf(id) ?? []));
  const libraries = [...folders].map(readLibrary);
  return libraries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** The folder of the library that a module belongs to; null for our own source. */
function folderOf(id: string): string | null {
  const [, folder] = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/')) ?? [];
  return folder !== undefined && existsSync(path.join(folder, 'package.json')) ? folder : null;
}

function readLibrary(folder: string): Library {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string;
  };
  const text = readLicence(folder);
  if (license === undefined && text === '') throw new Error(`${name} states no licence, so it cannot be passed on.`);
  return { name, version, licence: license ?? 'as follows', text };
}

/** The licence's file, else what the readme says under that heading; empty for a library that only names its licence. */
function readLicence(folder: string): string {
  const textOf = (pattern: string) => {
    const [file] = globSync(pattern, { cwd: folder }).toSorted();
    return file === undefined ? '' : readFileSync(path.join(folder, file), 'utf8');
  };
  const readme = textOf('{README,Readme,readme}*');
  return textOf('{LICENSE,LICENCE,License,license}*') || (/^#+ *Licen[cs]e\b[^]*/im.exec(readme)?.[0] ?? '');
}

function commentOf(libraries: readonly Library[]): string {
  const parts = libraries.map(
    ({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text.trim()}`,
  );
  const lines = ['Libraries in this file', '', ...parts.join('\n\n').split(/\r?\n/)];
  return `\n${lines.map((line) => `// ${line}`.trimEnd()).join('\n')}\n`;
}
