import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createArchiveDownload } from './archive-download.ts';

type Client = Parameters<typeof createArchiveDownload>[0]['client'];

const archive = { size: 8, sha256: '', expiresAt: '2026-03-03T10:00:00Z' };
const name = 'everything-about-me-2026-03-02.zip';

async function createDownload(fetchArchive: Client['fetchArchive']) {
  const folder = await temporaryFolder();
  const phases: string[] = [];
  const download = createArchiveDownload({
    client: { requestArchive: async () => archive, fetchArchive },
    folder,
    now: () => new Date(2026, 2, 2, 10),
    onChange: () => void phases.push(download.state.phase),
  });
  return { folder, phases, download };
}

const fetchWhole: Client['fetchArchive'] = async (_archive, take) => {
  await take(Buffer.from('PK..'));
  await take(Buffer.from('data'));
};

it('writes it into a file that only the person can read, and tells how far it is', async () => {
  const { folder, phases, download } = await createDownload(fetchWhole);
  await download.start();
  expect(phases).toEqual(['waiting', 'fetching', 'fetching', 'fetching', 'ready']);
  expect(await readFile(join(folder, name), 'utf8')).toBe('PK..data');
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual([name]);
});

it('overwrites nothing: the second file of a day gets a number', async () => {
  const { folder, download } = await createDownload(fetchWhole);
  await writeFile(join(folder, name), 'mine');
  await download.start();
  expect(await readFile(join(folder, name), 'utf8')).toBe('mine');
  expect(download.state).toMatchObject({ phase: 'ready', path: join(folder, 'everything-about-me-2026-03-02-2.zip') });
});

it('leaves no half of it, says why, and can be tried again', async () => {
  let isBroken = true;
  const { folder, download } = await createDownload(async (...args) => {
    if (!isBroken) return await fetchWhole(...args);
    await args[1](Buffer.from('PK'));
    throw new Error('The connection broke.');
  });
  await download.start();
  expect(download.state).toEqual({ phase: 'failed', problem: 'The connection broke.' });
  expect(await readdir(folder)).toEqual([]);
  isBroken = false;
  await download.start();
  expect(await readdir(folder)).toEqual([name]);
});

it('runs once at a time', async () => {
  const { folder, phases, download } = await createDownload(fetchWhole);
  await Promise.all([download.start(), download.start()]);
  expect([phases.filter((phase) => phase === 'waiting').length, await readdir(folder)]).toEqual([1, [name]]);
});
