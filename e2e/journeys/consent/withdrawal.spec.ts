import { randomBytes } from 'node:crypto';
import { folderActs, MemoryFolder } from '@fairwatch/device';
import { joinPerson } from '../../src/person.ts';
import { cutDownload } from '../../src/cut-download.ts';
import { lineGone, openSlowLine } from '../../src/slow-line.ts';
import { expect, test } from '../../src/test.ts';

const megabyte = 1024 * 1024;
/** More than is on its way at once, so that the browser cannot have all of it when the person decides. */
const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), randomBytes(48 * megabyte)]);

test(
  'a download is cut at the moment its person withdraws, and nothing of it is saved',
  { tag: '@full' },
  async ({ console: page, fairwatch, allowedErrors }) => {
    test.slow();
    // What is no longer shared is refused to the open page; at the end its line is gone.
    allowedErrors.push(/403/, lineGone);
    const folder = new MemoryFolder([
      {
        key: 'film',
        path: 'Birthday.mp4',
        modifiedAt: new Date(),
        file: { mimeType: 'video/mp4', size: film.length, make: async () => film },
      },
    ]);
    await using person = await joinPerson(fairwatch, 'filming-fay', {
      capabilities: ['FILES', 'CONTACTS'],
      collectors: { files: () => folder.list() },
      acts: folderActs(folder),
    });
    await using line = await openSlowLine(fairwatch.url);
    await page.goto(`${line.url}/device/file-manager/${person.deviceId}`);
    await page.getByRole('button', { name: 'Update' }).first().click();
    await expect(page.getByRole('button', { name: 'Birthday.mp4', exact: true })).toBeVisible();

    // The page fetches the film itself and shows how far it is.
    const withdraw = () => person.phone.changeGrants(['CONTACTS']);
    await cutDownload(page, { line, file: 'Birthday.mp4', withdraw });
    await expect(page.getByRole('button', { name: 'Birthday.mp4', exact: true })).toHaveCount(0);

    // What the browser saves by itself.
    await person.phone.changeGrants(['FILES', 'CONTACTS']);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Birthday.mp4', exact: true }).click();
    const download = await downloading;
    await person.phone.pause();
    expect(await download.failure()).not.toBeNull();
  },
);
