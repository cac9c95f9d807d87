import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createTermux } from './node-termux.ts';
import { TermuxProblem, type TermuxProgram } from './termux.ts';

/** A phone with these programs: shell scripts, as those of Termux:API are. */
async function phoneWith(scripts: Partial<Record<TermuxProgram, string>>) {
  const folder = await temporaryFolder();
  for (const [name, script] of Object.entries(scripts)) {
    const file = join(folder, name);
    await writeFile(file, `#!/bin/sh\n${script}\n`);
    await chmod(file, 0o755);
  }
  const termux = createTermux({ searchPath: `/nowhere:${folder}` });
  onTestFinished(() => termux.close());
  return { termux, folder };
}

const problemOf = async (running: Promise<unknown>) => {
  const problem = await running.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(problem instanceof TermuxProblem)) throw new Error(`It was no problem, but ${String(problem)}`);
  return problem;
};

describe('a program', () => {
  it('gets its arguments as they are: no shell reads them', async () => {
    const { termux, folder } = await phoneWith({ 'termux-notification': `printf '%s\\n' "$@"` });
    const words = ['--title', `$(touch ${folder}/owned); "quoted" 'too' \`id\` | cat > x`, '-x', '', '*', 'é漢字'];
    expect(await termux.run('termux-notification', words)).toBe(`${words.join('\n')}\n`);
    await expect(readFile(join(folder, 'owned'))).rejects.toThrow('ENOENT');
  });

  it('that is not on the phone is known to be missing', async () => {
    const { termux } = await phoneWith({ getprop: 'true' });
    expect([termux.has('getprop'), termux.has('termux-sms-list')]).toEqual([true, false]);
    const missing = await problemOf(termux.run('termux-sms-list', []));
    expect([missing.kind, missing.message]).toEqual(['MISSING', expect.stringContaining('pkg install termux-api')]);
    expect((await problemOf(termux.run('ffmpeg', []))).message).toBe('The program ffmpeg is not on this phone.');
  });

  it('that reads its input finds none, and does not wait', async () => {
    const { termux } = await phoneWith({ 'termux-notification': 'cat; echo end' });
    expect(await termux.run('termux-notification', [])).toBe('end\n');
  });

  it('gives JSON, however large its text is', async () => {
    const { termux } = await phoneWith({ 'termux-contact-list': `printf '[{"name":"Ada \\360\\237\\216\\211"}]'` });
    expect(await termux.readJson('termux-contact-list', [])).toEqual([{ name: 'Ada 🎉' }]);
  });
});

describe('what goes wrong is told in words', () => {
  it.each([
    ['READ_SMS', 'Android does not let Termux:API read text messages: '],
    ['CAMERA', 'Android does not let Termux:API use the camera: '],
    ['SOMETHING_NEW', 'Android does not let Termux:API use SOMETHING_NEW: '],
  ])('a permission that is missing: %s', async (permission, text) => {
    const error = `Please grant the following permission to use this command: android.permission.${permission}`;
    const { termux } = await phoneWith({ 'termux-sms-list': `echo '{\n  "error": "${error}"\n}'` });
    for (const problem of [
      await problemOf(termux.readJson('termux-sms-list', [])),
      await problemOf(termux.run('termux-sms-list', [])),
    ]) {
      expect([problem.kind, problem.message]).toEqual(['PERMISSION', expect.stringContaining(text)]);
    }
  });

  it('several permissions at once', async () => {
    const error =
      'Please grant the following permissions to use this command: android.permission.READ_CONTACTS ,android.permission.READ_CALL_LOG';
    const { termux } = await phoneWith({ 'termux-call-log': `echo '{"error": "${error}"}'` });
    const problem = await problemOf(termux.readJson('termux-call-log', []));
    expect(problem.message).toContain('read contacts or read the call history');
  });

  it.each([
    [
      'an error of Termux:API',
      `echo '{"API_ERROR": "Failed to get location"}'`,
      'FAILED',
      'termux-location failed: Failed to get location',
    ],
    ['an exit code', 'echo "no such thing" >&2; exit 3', 'FAILED', 'termux-location failed: no such thing'],
    ['an exit code without a word', 'exit 1', 'FAILED', 'termux-location failed and did not say why.'],
    ['no output', 'true', 'UNREADABLE', 'termux-location printed nothing.'],
    ['output that is no JSON', 'echo "<html>"', 'UNREADABLE', 'termux-location printed something that is no JSON.'],
  ])('%s', async (_, script, kind, text) => {
    const { termux } = await phoneWith({ 'termux-location': script });
    const problem = await problemOf(termux.readJson('termux-location', []));
    expect([problem.kind, problem.message]).toEqual([kind, text]);
  });

  it('and never draws on a terminal, or ends an argument', async () => {
    const { termux } = await phoneWith({ 'termux-location': `printf 'a\\033[2Jb\\nc' >&2; exit 1` });
    const { message } = await problemOf(termux.run('termux-location', []));
    expect(message).toBe('termux-location failed: a [2Jb c');
  });

  it('an argument that no program can take', async () => {
    const { termux } = await phoneWith({ 'termux-notification': 'true' });
    expect((await problemOf(termux.run('termux-notification', ['a\0b']))).kind).toBe('FAILED');
  });
});

/** A program whose helper goes on when only the program itself is killed, as that of Termux:API would. */
const hanging = (folder: string) => `sh -c 'echo $$ > ${folder}/helper; sleep 600'; true`;

async function helperEnded(folder: string): Promise<void> {
  const helper = Number(await readFile(join(folder, 'helper'), 'utf8'));
  await vi.waitFor(() => expect(() => process.kill(helper, 0)).toThrow('ESRCH'));
}

async function hangingPhone() {
  const folder = await temporaryFolder();
  const { termux } = await phoneWith({ 'termux-location': hanging(folder) });
  const started = () => vi.waitFor(async () => expect(await readFile(join(folder, 'helper'), 'utf8')).toMatch(/\n$/));
  return { termux, folder, started };
}

describe('a program that hangs', () => {
  it('is killed after its time, with what it started', async () => {
    const { termux, folder, started } = await hangingPhone();
    const running = problemOf(termux.run('termux-location', [], { withinMs: 1500 }));
    await started();
    const problem = await running;
    expect([problem.kind, problem.message]).toEqual(['TIMEOUT', expect.stringContaining('did not answer within 2 s')]);
    await helperEnded(folder);
  });

  it('is killed when the command is cancelled', async () => {
    const { termux, folder, started } = await hangingPhone();
    const cancel = new AbortController();
    const running = problemOf(termux.run('termux-location', [], { signal: cancel.signal }));
    await started();
    cancel.abort();
    expect((await running).message).toBe('termux-location was stopped.');
    await helperEnded(folder);
    expect((await problemOf(termux.run('termux-location', [], { signal: cancel.signal }))).message).toContain(
      'stopped',
    );
  });

  it('is killed when the companion ends', async () => {
    const { termux, folder, started } = await hangingPhone();
    const running = problemOf(termux.run('termux-location', []));
    await started();
    termux.close();
    expect((await running).kind).toBe('FAILED');
    await helperEnded(folder);
  });
});

it('a program that prints without end is stopped', async () => {
  const { termux } = await phoneWith({ 'termux-sms-list': 'yes' });
  const problem = await problemOf(termux.run('termux-sms-list', [], { maxBytes: 100_000 }));
  expect([problem.kind, problem.message]).toEqual(['FAILED', 'termux-sms-list printed more than 98 kB.']);
});
