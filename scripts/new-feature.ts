/** Writes a device feature's files and registry entries, in the shape of Contacts. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root, tool } from './core/paths.ts';
import { runNode } from './core/run.ts';
import { edits } from './new-feature/edits.ts';
import { planFeature, type FeaturePlan, usage } from './new-feature/feature-plan.ts';
import { newFiles } from './new-feature/new-files.ts';

try {
  const plan = planFeature(readArguments());
  const files = plannedFiles(plan);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  const code = Object.keys(files).filter((file) => /\.(tsx?|json)$/.test(file));
  await runNode([tool('oxfmt/bin/oxfmt'), ...code], { quiet: true });
  console.log(
    `Written:\n${Object.keys(files)
      .map((file) => `  ${file}`)
      .join('\n')}`,
  );
  console.log('Now its words, its cells and a fake that looks like life; then npm run check and npm test.');
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  process.exitCode = 1;
}

function readArguments() {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    options: {
      permission: text,
      capability: text,
      path: text,
      command: text,
      fields: text,
      icon: text,
      list: text,
      update: text,
      history: text,
    },
    allowPositionals: true,
  });
  return { id: positionals[0], ...values };
}

/** Creates all new texts before the first is written, so that a feature is written as a whole or not at all. */
function plannedFiles(plan: FeaturePlan): Record<string, string> {
  const icons = path.join(root, 'node_modules/@tabler/icons-react/dist/esm/icons');
  if (!existsSync(path.join(icons, `${plan.icon}.mjs`))) throw new Error(`--icon: Tabler has no ${plan.icon}.`);
  const files = newFiles(plan, nextMigration());
  const present = Object.keys(files).find((file) => existsSync(path.join(root, file)));
  if (present !== undefined) throw new Error(`${present} exists already.`);
  for (const [file, edit] of Object.entries(edits(plan))) {
    try {
      files[file] = edit(readFileSync(path.join(root, file), 'utf8'));
    } catch (error) {
      throw new Error(`${file} cannot take the entry: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }
  return files;
}

function nextMigration(): string {
  const present = readdirSync(path.join(root, 'packages/server/src/shared/schema/migrations'));
  const numbers = present.filter((name) => name.endsWith('.sql')).map((name) => Number.parseInt(name, 10));
  // `schema.sql` counts as 0095.
  const last = Math.max(95, ...numbers);
  return String(last + 1).padStart(4, '0');
}
