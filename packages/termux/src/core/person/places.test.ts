import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { checkCalendarFile, checkFolder, shortPath, splitPaths, wholePath } from './places.ts';

async function setUp() {
  const homeFolder = await temporaryFolder();
  const stateFolder = join(homeFolder, '.fairwatch');
  await mkdir(stateFolder);
  return { homeFolder, stateFolder };
}

it('reads paths as a shell would, and shows them short', () => {
  expect(wholePath('~/a', '/home/ada')).toBe('/home/ada/a');
  expect(wholePath('a/b', '/home/ada')).toBe('/home/ada/a/b');
  expect(wholePath('/sdcard', '/home/ada')).toBe('/sdcard');
  expect([shortPath('/home/ada/a', '/home/ada'), shortPath('/home/ada', '/home/ada')]).toEqual(['~/a', '~']);
  expect(shortPath('/sdcard', '/home/ada')).toBe('/sdcard');
  expect(splitPaths(' ~/a, /b ,,')).toEqual(['~/a', '/b']);
});

it('creates the folder only where it may', async () => {
  const rules = await setUp();
  expect(await checkFolder('~/shared/deep', rules, true)).toBe(join(rules.homeFolder, 'shared/deep'));
  await expect(checkFolder('~/missing', rules, false)).rejects.toThrow('There is no folder ~/missing.');
  await writeFile(join(rules.homeFolder, 'file'), '');
  await expect(checkFolder('~/file', rules, true)).rejects.toThrow('There is no folder ~/file.');
});

it('never shares the state of the program, not through a link either', async () => {
  const rules = await setUp();
  await symlink(rules.stateFolder, join(rules.homeFolder, 'innocent'));
  await mkdir(join(rules.stateFolder, 'inner'));
  for (const path of ['~', '/', '~/.fairwatch', '~/.fairwatch/inner', '~/innocent']) {
    await expect(checkFolder(path, rules, false)).rejects.toThrow('contains what Fairwatch keeps on this phone');
  }
});

it('takes calendar files only', async () => {
  const rules = await setUp();
  await writeFile(join(rules.homeFolder, 'mine.ICS'), '');
  await writeFile(join(rules.homeFolder, 'mine.txt'), '');
  expect(await checkCalendarFile('~/mine.ICS', rules)).toBe(join(rules.homeFolder, 'mine.ICS'));
  await expect(checkCalendarFile('~/mine.txt', rules)).rejects.toThrow('its name ends with .ics');
  await expect(checkCalendarFile('~/none.ics', rules)).rejects.toThrow('There is no file ~/none.ics.');
});
