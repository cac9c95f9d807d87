import { writeFile } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { askRunning } from './control-client.ts';
import { AlreadyRunning, listenForControl, type HandleControl } from './control-server.ts';
import { controlLine, parseControlWords } from './control-words.ts';
import { pathProblem, tapAction } from './program-paths.ts';
import { takeOver } from './take-over.ts';

async function listening(handle: HandleControl) {
  const path = join(await temporaryFolder(), 'control.sock');
  const server = await listenForControl(path, handle);
  onTestFinished(() => server.close());
  return { path, server };
}

describe('the words of a tap', () => {
  it('are fixed, with a whole number where one is due', () => {
    expect(parseControlWords(['pause'])).toEqual({ word: 'pause' });
    expect(parseControlWords(['allow', '42'])).toEqual({ word: 'allow', commandId: 42 });
    expect(parseControlWords(controlLine({ word: 'stop', commandId: 7 }).split(' '))).toEqual({
      word: 'stop',
      commandId: 7,
    });
  });

  it.each([
    [[]],
    [['']],
    [['Pause']],
    [['leave']],
    [['pause', '1']],
    [['allow']],
    [['allow', '']],
    [['allow', '0']],
    [['allow', '-1']],
    [['allow', '1e3']],
    [['allow', '１']],
    [['allow', '1', '2']],
    [['allow', '1;id']],
    [['allow', '9'.repeat(20)]],
    [['constructor']],
  ])('are nothing else: %j', (words) => {
    expect(parseControlWords(words)).toBeNull();
  });
});

describe('what a tap runs', () => {
  const node = '/data/data/com.termux/files/usr/bin/node';

  it('is checked paths, fixed words and a number', () => {
    const paths = { node, program: '/data/data/com.termux/files/home/fairwatch.mjs', home: null };
    expect(tapAction(paths, { word: 'allow', commandId: 5 })).toBe(
      '/data/data/com.termux/files/usr/bin/node /data/data/com.termux/files/home/fairwatch.mjs act allow 5',
    );
  });

  it('names the state folder where the person chose one', () => {
    const paths = { node: '/usr/bin/node', program: '/home/fairwatch.mjs', home: '/home/state' };
    expect(tapAction(paths, { word: 'pause' })).toBe('/usr/bin/node /home/fairwatch.mjs act --home /home/state pause');
    expect(() => tapAction({ ...paths, home: '/home/my state' }, { word: 'pause' })).toThrow('FAIRWATCH_HOME is');
  });

  it.each(['/home/my files/fairwatch.mjs', '/home/$(id)/f.mjs', "/home/'/f.mjs", '/home/a;b.mjs', '/home/ä.mjs', ''])(
    'is refused in plain words for a path that a shell could read otherwise: %s',
    (program) => {
      expect(pathProblem({ node, program, home: null })).toContain('Move the file');
      expect(() => tapAction({ node, program, home: null }, { word: 'open' })).toThrow('Move the file');
    },
  );
});

describe('the running process', () => {
  it('is told each tap, and answers in a line', async () => {
    const handle = vi.fn<HandleControl>(() => 'Paused.');
    const { path } = await listening(handle);
    expect(await askRunning(path, { word: 'pause' })).toEqual({ isDone: true, text: 'Paused.' });
    expect(handle).toHaveBeenCalledWith({ word: 'pause' });
  });

  it('tells why a tap came too late', async () => {
    const { path } = await listening(() => {
      throw new Error('This request is over.');
    });
    expect(await askRunning(path, { word: 'allow', commandId: 1 })).toEqual({
      isDone: false,
      text: 'This request is over.',
    });
  });

  it.each(['allow 1; rm -rf /\n', 'shutdown\n', `${'x'.repeat(10_000)}\n`, '\n', '\u0000\n'])(
    'does nothing for words that are none: %j',
    async (line) => {
      const handle = vi.fn<HandleControl>(() => '');
      const { path } = await listening(handle);
      const socket = createConnection(path);
      socket.on('error', () => undefined);
      socket.write(line);
      socket.resume();
      await once(socket, 'close');
      expect(handle).not.toHaveBeenCalled();
    },
  );

  it('that is not there is told in plain words', async () => {
    const path = join(await temporaryFolder(), 'control.sock');
    await expect(askRunning(path, { word: 'open' })).rejects.toThrow('Fairwatch does not run on this phone.');
  });
});

describe('a second process', () => {
  it('is refused while the first one runs', async () => {
    const { path } = await listening(() => '');
    await expect(listenForControl(path, () => '')).rejects.toThrow(AlreadyRunning);
    expect((await askRunning(path, { word: 'open' })).isDone).toBe(true);
  });

  it('replaces a socket that a killed process has left', async () => {
    const path = join(await temporaryFolder(), 'control.sock');
    await writeFile(path, '');
    const server = await listenForControl(path, () => 'here');
    onTestFinished(() => server.close());
    expect(await askRunning(path, { word: 'open' })).toEqual({ isDone: true, text: 'here' });
  });

  it('with a screen takes over from one without', async () => {
    const { path, server } = await listening((message) => {
      if (message.word === 'hand-over') setImmediate(() => void server.close());
      return 'Ending.';
    });
    await takeOver(path);
    const second = await listenForControl(path, () => 'second');
    onTestFinished(() => second.close());
    expect((await askRunning(path, { word: 'open' })).text).toBe('second');
  });

  it('does not take over from one with a screen, and needs none to begin', async () => {
    const { path } = await listening(() => {
      throw new Error('This program has a screen.');
    });
    await expect(takeOver(path)).rejects.toThrow('already runs');
    await takeOver(join(await temporaryFolder(), 'nobody.sock'));
  });
});

it('a path that is too long for a socket is said so', async () => {
  const path = `/tmp/${'x'.repeat(120)}/control.sock`;
  await expect(listenForControl(path, () => '')).rejects.toThrow('Set FAIRWATCH_HOME to a shorter one');
});

it('an answer that never comes does not hang the tap', async () => {
  const path = join(await temporaryFolder(), 'control.sock');
  const silent = createServer((socket) => socket.end()).listen(path);
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  expect(await askRunning(path, { word: 'open' })).toEqual({
    isDone: false,
    text: 'The running program did not answer.',
  });
});
