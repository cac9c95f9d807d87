import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { root, tool } from './core/paths.ts';

const execute = promisify(execFile);

const refused: [file: string, imported: string, reason: string][] = [
  ['packages/server/src/main.ts', '@fairwatch/device', 'The server imports the contract only'],
  ['packages/server/src/main.ts', '../../../packages/device/src/index.ts', 'Import another package by its name'],
  ['packages/console/src/app/app.tsx', '@fairwatch/server', 'The console imports the contract and the look only'],
  ['packages/console/src/app/app.tsx', 'node:fs', 'The console imports the contract and the look only'],
  ['packages/companion/src/app.tsx', '@fairwatch/console', 'The companion imports the contract'],
  ['packages/companion/src/app.tsx', '@fairwatch/device', 'The companion imports the contract'],
  ['packages/companion/src/app.tsx', 'node:fs', 'The companion imports the contract'],
  ['packages/termux/src/main.ts', '@fairwatch/device', 'The Termux companion imports the contract'],
  [
    'packages/termux/src/core/state/state-folder.ts',
    '@fairwatch/companion',
    'The Termux companion imports the contract',
  ],
  ['packages/device/src/core/join.ts', '@fairwatch/termux', 'The device imports the contract only'],
  ['packages/look/src/theme.ts', '@fairwatch/contract', 'The look imports no other package'],
  ['packages/device/src/main.ts', '@fairwatch/server', 'The device imports the contract only'],
  ['packages/contract/src/core/limits.ts', 'node:crypto', 'The contract knows zod only'],
  ['packages/contract/src/index.ts', '@fairwatch/server', 'The contract knows zod only'],
];

const allowed: [file: string, imported: string][] = [
  ['packages/server/src/modules/device-data/contacts/contacts.store.ts', '@fairwatch/contract'],
  ['packages/companion/src/core/live/companion.ts', '@fairwatch/device/core'],
  ['packages/companion/src/core/shell/supervision-bar.tsx', '@fairwatch/device/words'],
  ['packages/companion/src/app.tsx', '@fairwatch/look'],
  ['packages/termux/src/create-device.ts', '@fairwatch/device/node'],
  ['packages/termux/src/core/notice/notice.ts', '@fairwatch/device/words'],
];

/** What the linter says of each import, by its file and the line it has there. */
const said = new Map<string, string>();
const imports = new Map<string, string[]>();
for (const [file, imported] of [...refused, ...allowed]) imports.set(file, [...(imports.get(file) ?? []), imported]);

interface Diagnostic {
  help: string;
  code: string;
  filename: string;
  labels: { span: { line: number } }[];
}

// One run for all: each file has our settings and a path of our tree, outside of it.
beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fairwatch-lint-'));
  cpSync(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
  for (const [file, lines] of imports) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, lines.map((imported) => `import '${imported}';\n`).join(''));
  }
  const args = [tool('oxlint/bin/oxlint'), '--format=json', '.'];
  // It ends with an error for what it refuses.
  const { stdout } = await execute(process.execPath, args, { cwd: folder }).catch((error: { stdout: string }) => error);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  for (const { code, filename, labels, help } of diagnostics) {
    const imported = imports.get(filename)?.[(labels[0]?.span.line ?? 0) - 1];
    if (code.includes('no-restricted-imports')) said.set(`${filename} ${imported}`, help);
  }
  rmSync(folder, { recursive: true, force: true });
});

it.each(refused)('%s may not import %s', (file, imported, reason) => {
  expect(said.get(`${file} ${imported}`)).toContain(reason);
});

it.each(allowed)('%s may import %s', (file, imported) => {
  expect(said.get(`${file} ${imported}`)).toBeUndefined();
});
