import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkModules } from '../core/link-modules.ts';
import { root } from '../core/paths.ts';
import { planFeature } from './feature-plan.ts';

const execute = promisify(execFile);
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fairwatch-new-feature-'));
  const leftOut = new Set(['node_modules', 'dist', 'data', 'results']);
  const settings = ['tsconfig.json', 'tsconfig.base.json', '.oxlintrc.json', '.oxfmtrc.json', 'package.json'];
  const entries = [
    'packages',
    'scripts',
    'bench',
    'cluster',
    'e2e',
    'docs/spec',
    'docs/device-protocol.md',
    'docs/privacy.md',
    ...settings,
  ];
  for (const entry of entries) {
    // Tests of the rest need not be compiled again, which is half the work.
    const filter = (file: string) => !leftOut.has(path.basename(file)) && !/\.test\.tsx?$/.test(file);
    cpSync(path.join(root, entry), path.join(folder, entry), { recursive: true, filter });
  }
  linkModules(root, folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a script in the copy; what it printed, and whether it ended well. */
async function run(...args: string[]): Promise<{ ok: boolean; output: string }> {
  try {
    const { stdout, stderr } = await execute(process.execPath, args, { cwd: folder });
    return { ok: true, output: stdout + stderr };
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return { ok: false, output: stdout + stderr };
  }
}

const voiceNotes = (
  'scripts/new-feature.ts voice-notes --permission CALENDER --capability CALENDAR --path voice-note ' +
  '--icon IconNotes --update command/upload --command UPDATE_VOICE_NOTES ' +
  '--fields phoneNumber:string,duration:int,date:date,distance:number,missed:boolean'
).split(' ');
const well = { ok: true, output: '' };

it('writes a feature into every package, linted and formatted', async () => {
  const written = await run(...voiceNotes);
  expect(written.ok, written.output).toBe(true);
  expect(written.output).toMatch(/migrations\/\d{4}-voice-notes\.sql/);
  const files = written.output.match(/packages\/\S+\.tsx?/g) ?? [];
  expect(files).toHaveLength(22);
  expect((await run('node_modules/oxlint/bin/oxlint', '--deny-warnings', ...files)).output).toContain('0 errors');
  expect(await run('node_modules/oxfmt/bin/oxfmt', '--list-different', ...files)).toEqual(well);

  const pages = readFileSync(path.join(folder, 'packages/console/src/device-pages.ts'), 'utf8');
  expect(pages).toContain(`featurePage('voice-notes', 'voice-notes', 'CALENDER', 'voiceNotes', 'voiceNotes')`);
  const icons = readFileSync(path.join(folder, 'packages/console/src/shared/shell/sidebar/nav-icons.tsx'), 'utf8');
  expect(icons).toContain('voiceNotes: IconNotes,');
  const asked = readFileSync(path.join(folder, 'packages/device/src/words/texts/requests.texts.json'), 'utf8');
  expect(asked).toContain(`"UPDATE_VOICE_NOTES": "your voice notes",`);
  const words = readFileSync(path.join(folder, 'packages/server/src/shared/notify/notification-words.ts'), 'utf8');
  expect(words).toContain(`UPDATE_VOICE_NOTES: ['Update of voice notes', '/device/voice-notes/$deviceId'],`);
  const catalogue = readFileSync(path.join(folder, 'packages/contract/src/shared/command.ts'), 'utf8');
  expect(catalogue).toContain(`UPDATE_VOICE_NOTES: { capability: 'CALENDAR', permission: 'CALENDER', deadlineMs }`);
  const declaration = readFileSync(path.join(folder, 'packages/contract/src/areas/device-data/voice-notes.ts'), 'utf8');
  expect(declaration).toContain(`noun: 'voiceNotes',`);
  const lines = readFileSync(path.join(folder, 'packages/contract/src/shared/log/words/log-lines.texts.json'), 'utf8');
  expect(JSON.parse(lines)).toMatchObject({ nouns: { voiceNotes: { all: 'voice notes' } } });
  const protocol = readFileSync(path.join(folder, 'docs/device-protocol.md'), 'utf8');
  expect(protocol).toMatch(/\n\| `RECORD_CALL` \|.*\n\| `UPDATE_VOICE_NOTES` \| \| voice-notes \|\n\n/);
  const privacy = readFileSync(path.join(folder, 'docs/privacy.md'), 'utf8');
  expect(privacy).toMatch(
    /json` \|\n\| Voice notes \| `voice_notes` \| 90 days \(`voice-notes`\) \| `data\/voice-notes.json` \|\n/,
  );
  const names = readFileSync(path.join(folder, 'packages/console/src/shared/shell/texts/nav.texts.json'), 'utf8');
  expect(JSON.parse(names)).toMatchObject({ voiceNotes: 'Voice Notes' });
});

it('writes a feature that compiles', { tags: 'full', timeout: 600_000 }, async () => {
  for (const project of ['.', 'packages/console', 'packages/companion']) {
    expect(await run('node_modules/typescript/bin/tsc', '-p', project, '--singleThreaded')).toEqual(well);
  }
});

it('refuses a feature that is there already and changes nothing', async () => {
  const args = voiceNotes.map((arg) => (arg === 'voice-notes' ? 'contacts' : arg));
  const { ok, output } = await run(...args);
  expect(ok).toBe(false);
  expect(output).toContain('contacts.ts exists already');
  expect(existsSync(path.join(folder, 'packages/console/src/areas/device-data/contacts/contacts.fake.ts'))).toBe(false);
});

it.each([
  [{ id: 'Call Logs' }, '<id>'],
  [{ permission: 'NOBODY' }, '--permission'],
  [{ capability: 'STEALTH' }, '--capability'],
  [{ icon: 'notes' }, '--icon'],
  [{ fields: 'when:date' }, 'at least one string'],
  [{ fields: 'id:string' }, 'there already'],
  [{ fields: 'name:string,receivedAt:date' }, 'there already'],
  [{ fields: 'name:string,deviceId:int' }, 'there already'],
  [{ fields: 'name:string,name:int' }, 'twice'],
  [{ fields: 'name:text' }, 'name:kind'],
])('refuses %o', (wrong, reason) => {
  const right = { id: 'notes', permission: 'EVENT', capability: 'CALENDAR', path: 'note', command: 'UPDATE_NOTES' };
  expect(() => planFeature({ ...right, fields: 'name:string', ...wrong })).toThrow(reason);
});
