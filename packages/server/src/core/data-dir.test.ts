import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { prepareDataDir, refuseHalfRestored, restoreMark } from './data-dir.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fairwatch-data-dir-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

it('a data folder is made, and nothing is left in it', async () => {
  const dataDir = join(await makeFolder(), 'new/data');
  await prepareDataDir(dataDir);
  expect(await readdir(dataDir)).toEqual([]);
});

it('a data folder that cannot be written is named', async () => {
  const file = join(await makeFolder(), 'file');
  await writeFile(file, '');
  await expect(prepareDataDir(join(file, 'data'))).rejects.toThrow(`DATA_DIR ${file}/data cannot be written: `);
});

it('a restore that did not finish is no data', async () => {
  const dataDir = await makeFolder();
  await expect(refuseHalfRestored(dataDir)).resolves.toBeUndefined();
  await writeFile(restoreMark(dataDir), '');
  await expect(refuseHalfRestored(dataDir)).rejects.toThrow(`A restore into DATA_DIR ${dataDir} did not finish.`);
});
