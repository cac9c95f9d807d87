import { randomBytes } from 'node:crypto';
import { joinCompanion } from '../../src/companion.ts';
import { callApi } from '../../src/api.ts';
import { expectGoodCompanion } from '../../src/companion-looks.ts';
import { cutDownload } from '../../src/cut-download.ts';
import { lineGone, openSlowLine } from '../../src/slow-line.ts';
import { expect, test } from '../../src/test.ts';

const vcard = ['Anna Berg', 'Ben Čapek', 'Cleo Dupont']
  .map(
    (name, place) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nTEL;TYPE=CELL:+49 30 00000${place}\r\nEND:VCARD\r\n`,
  )
  .join('');
const fileOf = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });

test('contacts come from a file and from the picker, and what is taken out is gone with the next Update', async ({
  browser,
  console: page,
  fairwatch,
}) => {
  await using phone = await joinCompanion(browser, fairwatch, { username: 'tara.items', capabilities: ['CONTACTS'] });
  const { page: companion, deviceId } = phone;
  // A stand-in for the picker of Chrome on Android.
  await companion.addInitScript(() => {
    const contacts = {
      getProperties: async () => ['name', 'tel'],
      select: async () => [{ name: ['Dora Picked'], tel: ['+1 202 555 0100'] }],
    };
    Object.defineProperty(navigator, 'contacts', { value: contacts });
  });
  await companion.goto('/companion/sharing');
  const contacts = companion.getByRole('region', { name: 'Contacts' });
  const choosing = companion.waitForEvent('filechooser');
  await contacts.getByRole('button', { name: 'Add a .vcf file' }).click();
  await (await choosing).setFiles(fileOf('people.vcf', 'text/vcard', Buffer.from(vcard)));
  await expect(contacts.getByText('3 contacts to share')).toBeVisible();
  await contacts.getByRole('button', { name: 'Pick contacts' }).click();
  await expect(contacts.getByText('4 contacts to share')).toBeVisible();
  await expectGoodCompanion(companion, 'companion-sharing');

  await page.goto(`/device/contact/${deviceId}`);
  const update = async () => {
    await expect(page.getByRole('button', { name: /^Update/ })).toBeEnabled();
    await page.getByRole('button', { name: /^Update/ }).click();
  };
  await update();
  for (const name of ['Anna Berg', 'Ben Čapek', 'Cleo Dupont', 'Dora Picked']) {
    await expect(page.getByText(name)).toBeVisible();
  }
  await contacts.getByRole('button', { name: 'Take Anna Berg out' }).click();
  await expect(contacts.getByText('3 contacts to share')).toBeVisible();
  await update();
  await expect(page.getByText('Anna Berg')).toHaveCount(0);
  await expect(page.getByText('Dora Picked')).toBeVisible();
});

test('files go both ways, and a download is cut when the person stops sharing', async ({
  browser,
  console: page,
  fairwatch,
  allowedErrors,
}) => {
  test.slow();
  // What is no longer shared is refused to the open page; at the end its line is gone.
  allowedErrors.push(/403/, lineGone);
  await using phone = await joinCompanion(browser, fairwatch, { username: 'fred.files', capabilities: ['FILES'] });
  const { page: companion, deviceId } = phone;
  await companion.goto('/companion/sharing');
  const files = companion.getByRole('region', { name: 'Files' });
  const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), randomBytes(24 * 1024 * 1024)]);
  const choosing = companion.waitForEvent('filechooser');
  await files.getByRole('button', { name: 'Add files' }).click();
  await (
    await choosing
  ).setFiles([fileOf('Film.mp4', 'video/mp4', film), fileOf('Notes.txt', 'text/plain', Buffer.from('Dear diary'))]);
  await expect(files.getByText(/2 files in the shared folder/)).toBeVisible();

  // From the phone: the list, then a file.
  await using line = await openSlowLine(fairwatch.url);
  await page.goto(`${line.url}/device/file-manager/${deviceId}`);
  await page.getByRole('button', { name: 'Update' }).first().click();
  await expect(page.getByRole('button', { name: 'Notes.txt', exact: true })).toBeVisible();

  // To the phone.
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(fileOf('Timetable.csv', 'text/csv', Buffer.from('day,what\nMonday,chess\n')));
  await expect(files.getByText('Timetable.csv')).toBeVisible();
  await expect
    .poll(async () => JSON.parse((await callApi(page, 'device/non-final-commands', { deviceId })).text).data)
    .toEqual([]);

  // The film is on its way to the admin when the person changes their mind.
  const withdraw = () => companion.getByRole('switch', { name: 'Share Files' }).press('Space');
  await cutDownload(page, { line, file: 'Film.mp4', withdraw });
});
