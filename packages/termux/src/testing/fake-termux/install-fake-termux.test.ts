import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { termuxPrograms } from '../../core/termux/termux.ts';
import { fakeMessages } from './fake-rows.ts';
import { installFakeTermux, type FakeTermux } from './install-fake-termux.ts';

let folder: string;
let fake: FakeTermux;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fake-termux-'));
  fake = installFakeTermux(path.join(folder, 'phone of anna'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Runs a fake and resolves with what it printed. */
async function run(program: string, ...args: string[]) {
  return await new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(path.join(fake.bin, program), args, { env: fake.env, maxBuffer: 2 ** 27 }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

const json = async (program: string, ...args: string[]) => JSON.parse((await run(program, ...args)).out) as unknown;
const ids = (rows: unknown) => (rows as { _id: number }[]).map(({ _id }) => _id);

const post = async (id: string, ...more: string[]) =>
  await run('termux-notification', '--id', id, '--title', 'T', '--content', 'C "$HOME"\n`x`', ...more);

describe('the fake programs', () => {
  it('are all that the companion runs', async () => {
    for (const program of termuxPrograms) {
      expect(statSync(path.join(fake.bin, program)).mode & 0o111, program).toBe(0o111);
    }
  });

  it('log their exact arguments', async () => {
    await run('termux-contact-list');
    await run('termux-location', '-p', 'network', '-r', 'once');
    await run('termux-notification-remove', '$(rm -rf ~) "quoted"\n  two lines; `x`');
    await run('termux-notification-remove', '');
    expect(fake.calls()).toEqual([
      { program: 'termux-contact-list', args: [] },
      { program: 'termux-location', args: ['-p', 'network', '-r', 'once'] },
      { program: 'termux-notification-remove', args: ['$(rm -rf ~) "quoted"\n  two lines; `x`'] },
      { program: 'termux-notification-remove', args: [''] },
    ]);
    expect(fake.calls('termux-contact-list')).toHaveLength(1);
  });

  it('print lists as Termux:API formats them', async () => {
    expect((await run('termux-sms-list', '-l', '1', '-t', 'all')).out).toBe(
      [
        '[',
        '  {',
        '    "threadid": 4,',
        '    "type": "sent",',
        '    "read": true,',
        '    "sender": "You",',
        '    "address": "+49171000003",',
        '    "number": "+49171000003",',
        '    "received": "2026-09-01 12:03:00",',
        '    "body": "Message 3: \\"quoted\\", 10 € & \\\\ / שלום\\nsecond line",',
        '    "_id": 3',
        '  }',
        ']',
        '',
      ].join('\n'),
    );
  });

  it('print the newest of a page last, and an empty list after the end', async () => {
    fake.setRows('termux-sms-list', fakeMessages(25));
    expect(ids(await json('termux-sms-list'))).toEqual([16, 17, 18, 19, 20, 21, 22, 23, 24, 25]);
    expect(ids(await json('termux-sms-list', '-l', '4', '-o', '20'))).toEqual([2, 3, 4, 5]);
    expect(ids(await json('termux-sms-list', '-l', '10', '-o', '24', '-t', 'all'))).toEqual([1]);
    expect((await run('termux-sms-list', '-l', '10', '-o', '25')).out).toBe('[]\n');
    expect(ids(await json('termux-sms-list', '-l', '3', '-t', 'sent'))).toEqual([18, 21, 24]);
  });

  it('page through 50,000 messages quickly', { tags: 'full' }, async () => {
    fake.setRows('termux-sms-list', fakeMessages(50_000));
    const found = new Set<number>();
    for (let offset = 0; offset < 50_000; offset += 5000) {
      for (const id of ids(await json('termux-sms-list', '-l', '5000', '-o', String(offset), '-t', 'all')))
        found.add(id);
    }
    expect(found.size).toBe(50_000);
  });

  it('refuse what the real ones refuse', async () => {
    expect(await run('termux-sms-list', '-x')).toMatchObject({ code: 1, out: 'termux-sms-list: illegal option -x\n' });
    expect(await run('termux-location', '-p', 'moon')).toMatchObject({ code: 1 });
    expect(await run('termux-call-log', '-l', 'ten')).toMatchObject({ code: 1 });
    expect(await run('termux-camera-photo')).toMatchObject({ code: 1 });
    expect(await run('termux-notification', '--ongoing', '--content', 'x')).toMatchObject({ code: 1 });
    expect(await run('termux-notification', '--evil', 'x')).toMatchObject({ code: 1 });
    expect(fake.notifications()).toEqual([]);
  });
});

describe('the modes of a fake', () => {
  it('are errors in JSON with exit code 0', async () => {
    fake.setMode('termux-location', 'API_ERROR');
    expect(await run('termux-location')).toMatchObject({
      code: 0,
      out: '{\n  "API_ERROR": "Failed to get location"\n}\n',
    });
    fake.setMode('termux-sms-list', 'permission');
    expect(await json('termux-sms-list')).toEqual({
      error:
        'Please grant the following permissions to use this command: android.permission.READ_SMS ,android.permission.READ_CONTACTS',
    });
    fake.setMode('termux-contact-list', 'permission');
    expect(await json('termux-contact-list')).toEqual({
      error: 'Please grant the following permission to use this command: android.permission.READ_CONTACTS',
    });
  });

  it('are nothing, a part, an exit code, and endless output', async () => {
    fake.setMode('termux-battery-status', 'empty');
    expect(await run('termux-battery-status')).toEqual({ code: 0, out: '', err: '' });
    fake.setMode('termux-battery-status', 'cut');
    expect((await run('termux-battery-status')).out).toBe('[\n  {\n    "na');
    fake.setMode('termux-battery-status', 'exit1');
    expect(await run('termux-battery-status')).toMatchObject({ code: 1, out: '' });
    fake.setMode('termux-battery-status', 'endless');
    const endless = spawn(path.join(fake.bin, 'termux-battery-status'), { env: fake.env });
    await once(endless.stdout, 'data');
    endless.kill('SIGKILL');
    await once(endless, 'exit');
  });

  it('hang until they are killed, for one kind of call only', async () => {
    fake.setMode('termux-location', 'hang', 'gps');
    const hanging = spawn(path.join(fake.bin, 'termux-location'), ['-p', 'gps'], { env: fake.env });
    expect(await json('termux-location', '-p', 'network')).toMatchObject({ provider: 'network' });
    expect(await json('termux-location', '-p', 'network', '-r', 'last')).toMatchObject({ elapsedMs: 61_250 });
    expect(hanging.exitCode).toBeNull();
    hanging.kill();
    // Its output ends with it: nothing of it goes on.
    await once(hanging, 'close');
  });

  it('are the digits of an Arabic phone, in dates and durations only', async () => {
    fake.setMode('termux-call-log', 'arabic-digits');
    const [call] = (await json('termux-call-log', '-l', '1')) as Record<string, string>[];
    expect(call).toMatchObject({ phone_number: '+49171000004', date: '٢٠٢٦-٠٩-٠١ ١٢:٠٤:٠٠', duration: '٠٤:٠٥' });
    fake.setMode('termux-sms-list', 'arabic-digits');
    expect(await json('termux-sms-list', '-l', '1')).toMatchObject([{ _id: 3, received: '٢٠٢٦-٠٩-٠١ ١٢:٠٣:٠٠' }]);
  });
});

describe('the fake camera and microphone', () => {
  it('leave an empty file without an error when the app is in the background', async () => {
    const file = path.join(folder, 'photo.jpg');
    fake.setMode('termux-camera-photo', 'empty');
    expect(await run('termux-camera-photo', '-c', '0', file)).toEqual({ code: 0, out: '', err: '' });
    expect(statSync(file).size).toBe(0);
    fake.setMode('termux-camera-photo', 'normal');
    await run('termux-camera-photo', '-c', '1', file);
    expect(readFileSync(file).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  });

  it('record until the time is over', async () => {
    const file = path.join(folder, 'voice.m4a');
    expect((await run('termux-microphone-record', '-f', file, '-l', '3600', '-e', 'aac')).out).toBe(
      `Recording started: ${file} \nMax Duration: 60:00\n`,
    );
    expect((await run('termux-microphone-record', '-i')).out).toContain('"isRecording": true');
    expect(await json('termux-microphone-record', '-i')).toEqual({ isRecording: true, outputFile: file });
    expect(statSync(file).size).toBe(0);
    const other = path.join(folder, 'other.m4a');
    expect((await run('termux-microphone-record', '-f', other)).out).toBe('\nRecording already in progress!\n');
    fake.finishRecording();
    expect(await json('termux-microphone-record', '-i')).toEqual({ isRecording: false });
    expect(readFileSync(file).toString('latin1', 4, 8)).toBe('ftyp');
    expect((await run('termux-microphone-record', '-f', file)).out).toMatch(/^\nFile: voice\.m4a already exists!/);
  });

  it('stop when told', async () => {
    const file = path.join(folder, 'voice.m4a');
    await run('termux-microphone-record', '-f', file, '-l', '3600');
    expect((await run('termux-microphone-record', '-q')).out).toBe(`Recording finished: ${file}\n`);
    expect((await run('termux-microphone-record', '-q')).out).toBe('No recording to stop\n');
  });
});

describe('the fake notifications', () => {
  it('are shown until they are removed', async () => {
    await post('notice', '--ongoing', '--button1', 'Pause', '--button1-action', 'true', '--on-delete', 'false');
    await post('other');
    await run('termux-notification-remove', 'other');
    expect(fake.notifications()).toEqual([
      {
        id: 'notice',
        title: 'T',
        content: 'C "$HOME"\n`x`',
        ongoing: true,
        buttons: { button1: 'Pause' },
        actions: { button1: 'true', delete: 'false' },
      },
    ]);
  });

  it('run their actions in a shell of their own', async () => {
    const [open, pause] = ['open', 'pause'].map((word) => `echo ${word} "$HOME" "$FAKE_TERMUX" >>said`) as [
      string,
      string,
    ];
    await post('notice', '--action', open, '--button1', 'Pause', '--button1-action', pause);
    await fake.tapNotification('notice', 'button1');
    await fake.tapNotification('notice', 'action');
    expect(readFileSync(path.join(fake.home, 'said'), 'utf8')).toBe(`pause ${fake.home} \nopen ${fake.home} \n`);
    // Android takes away what was tapped, and tells nobody.
    expect(fake.notifications()).toEqual([]);
    await expect(fake.tapNotification('notice', 'action')).rejects.toThrow('No notification');
  });

  it('are swiped away, and a failing action is told', async () => {
    await post('notice', '--ongoing', '--on-delete', 'echo gone; exit 3');
    await expect(fake.tapNotification('notice', 'delete')).rejects.toThrow('ended with 3: gone');
    expect(fake.notifications()).toEqual([]);
  });

  it('run the first action for every tap in Termux:API 0.51', async () => {
    fake.setMode('termux-notification', 'same-action');
    await post('notice', '--on-delete', 'echo gone >>said', '--action', 'echo open >>said');
    await post('ask', '--button1', 'Allow', '--button1-action', 'echo allow >>said');
    await fake.tapNotification('ask', 'button1');
    expect(readFileSync(path.join(fake.home, 'said'), 'utf8')).toBe('open\n');
  });
});

describe('the other programs', () => {
  it('list packages, properties and disks', async () => {
    expect((await run('pm', 'list', 'packages', '-3')).out).toBe(
      'package:com.termux\npackage:com.termux.api\npackage:org.thoughtcrime.securesms\n',
    );
    expect((await run('pm', 'list', 'packages', '-f', '-i', '-U', '-s')).out.split('\n')[0]).toBe(
      'package:/system/priv-app/Settings/Settings.apk=com.android.settings  installer=null uid:1000',
    );
    expect((await run('getprop', 'ro.product.model')).out).toBe('Pixel 7a\n');
    expect((await run('getprop', 'ro.unknown')).out).toBe('\n');
    expect((await run('getprop')).out).toContain('[ro.build.version.release]: [15]\n');
    expect((await run('df', '-k')).out).toMatch(/^Filesystem/);
  });

  it('make previews, hold the phone awake, and can be missing', async () => {
    const preview = path.join(folder, 'preview.jpg');
    await run('ffmpeg', '-i', 'film.mp4', '-frames:v', '1', preview);
    expect(readFileSync(preview)[0]).toBe(0xff);
    await run('termux-wake-lock');
    expect(existsSync(path.join(fake.phone, 'wake-lock'))).toBe(true);
    await run('termux-wake-unlock');
    expect(existsSync(path.join(fake.phone, 'wake-lock'))).toBe(false);
    fake.uninstall('ffmpeg');
    expect(existsSync(path.join(fake.bin, 'ffmpeg'))).toBe(false);
  });
});
