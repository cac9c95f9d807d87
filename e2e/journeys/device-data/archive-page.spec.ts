import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { unzip } from '../../../packages/server/src/testing/samples/unzip.ts';
import { callApi } from '../../src/api.ts';
import { seriousProblems } from '../../src/looks/serious-problems.ts';
import { joinPerson, type Person } from '../../src/person.ts';
import { expect, test } from '../../src/test.ts';

const hostile = '<img src=x onerror="document.title=1"> & <b>Anna</b>';
const photo = {
  key: 'photo',
  kind: 'PHOTO',
  fileName: 'Holiday #1 100%.jpg',
  album: 'Camera',
  mimeType: 'image/jpeg',
  width: 64,
  height: 48,
  durationMs: null,
  size: 5000,
  takenAt: '2026-03-02T22:30:00.000Z',
} as const;

/** Puts what the person gets into a folder, as unpacking the file does. */
async function unpackArchive({ phone }: Person, folder: string): Promise<void> {
  const pieces: Uint8Array[] = [];
  await phone.fetchArchive(await phone.requestArchive(), async (bytes) => void pieces.push(bytes));
  for (const [name, bytes] of await unzip(Buffer.concat(pieces))) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
}

test("archive's page opened in a browser without a server: photos are visible, names are text, and nothing is requested", async ({
  browser,
  console: page,
  fairwatch,
}, testInfo) => {
  await using person = await joinPerson(fairwatch, 'arno.archive', {
    capabilities: ['CONTACTS', 'GALLERY'],
    collectors: {
      contacts: async () => [{ key: 'anna', name: hostile, phoneNumber: '+43 1 234', email: '', address: '' }],
      async gallery(work) {
        const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#136a63' } })
          .jpeg()
          .toBuffer();
        return [{ ...photo, previewHash: (await work?.upload({ mimeType: 'image/jpeg', bytes })) ?? null }];
      },
    },
  });
  const { deviceId } = person;
  const nothingWaits = async () =>
    await expect
      .poll(async () => JSON.parse((await callApi(page, 'device/non-final-commands', { deviceId })).text).data)
      .toEqual([]);
  for (const update of ['contact/command/update', 'media/command/update-gallery']) {
    // While one waits for the phone, which is about to connect, the next one is refused.
    await nothingWaits();
    expect(await callApi(page, update, { deviceId })).toMatchObject({ status: 200 });
  }
  await nothingWaits();
  const folder = testInfo.outputPath('archive');
  await unpackArchive(person, folder);

  await using context = await browser.newContext({ offline: true, viewport: { width: 390, height: 844 } });
  const requested: string[] = [];
  const problems: string[] = [];
  context.on('request', (request) => void requested.push(request.url()));
  const opened = await context.newPage();
  opened.on('console', (message) => void problems.push(message.text()));
  opened.on('pageerror', (error) => void problems.push(error.message));
  const own = pathToFileURL(`${folder}/`).href;
  await opened.goto(`${own}index.html`);
  await expect(opened.getByRole('heading', { level: 1, name: 'Everything about you' })).toBeVisible();
  await expect(opened.getByText(hostile).first()).toBeVisible();
  const picture = opened.getByRole('img', { name: 'preview of Holiday #1 100%.jpg' }).first();
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64);
  await expect(opened.getByText('asked for Contacts').first()).toBeVisible();
  expect(await seriousProblems(opened)).toEqual([]);

  await opened.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'The log' }).click();
  await expect(opened).toHaveURL(`${own}index.html#log`);
  expect(requested.filter((url) => !url.startsWith(own))).toEqual([]);
  expect(problems).toEqual([]);
});
