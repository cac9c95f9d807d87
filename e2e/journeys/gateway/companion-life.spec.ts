import { readFile } from 'node:fs/promises';
import { callApi } from '../../src/api.ts';
import { joinCompanion, phonePlace } from '../../src/companion.ts';
import { expectGoodCompanion, expectGoodCompanionOnTheWay } from '../../src/looks/companion-looks.ts';
import { expectAccessibleOnTheWay } from '../../src/looks/looks.ts';
import { expect, test } from '../../src/test.ts';
import { visit } from '../../src/visit.ts';

const vcard = ['Anna Berg', 'Ben Čapek', 'Cleo Dupont']
  .map(
    (name, place) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nTEL;TYPE=CELL:+49 30 00000${place}\r\nEND:VCARD\r\n`,
  )
  .join('');
const fileOf = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });

test(
  'a person shares contacts and files, is asked for a location, a photo, a video and a voice recording, declines what they will not give, asks for help, reads a message, sets hours, reads the log, and leaves',
  { tag: '@full' },
  async ({ browser, console: page, fairwatch, allowedErrors }) => {
    test.slow();
    allowedErrors.push(/40[34]/);
    await using phone = await joinCompanion(browser, fairwatch, {
      username: 'lea.life',
      capabilities: ['CONTACTS', 'FILES', 'LOCATION', 'CAMERA', 'MICROPHONE', 'NOTIFICATIONS'],
    });
    const { page: companion, deviceId } = phone;
    const hours = async () => JSON.parse((await callApi(page, 'device/summary', { deviceId })).text).data.hours;
    const open = (name: string) =>
      companion
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .last()
        .click();

    await test.step('contacts come from a file and from the picker, and what is taken out is gone with the next Update', async () => {
      // A stand-in for the picker of Chrome on Android.
      await companion.evaluate(() => {
        const contacts = {
          getProperties: async () => ['name', 'tel'],
          select: async () => [{ name: ['Dora Picked'], tel: ['+1 202 555 0100'] }],
        };
        Object.defineProperty(navigator, 'contacts', { value: contacts });
      });
      await visit(companion, '/companion/sharing');
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

    await test.step('files go both ways', async () => {
      const files = companion.getByRole('region', { name: 'Files' });
      const choosing = companion.waitForEvent('filechooser');
      await files.getByRole('button', { name: 'Add files' }).click();
      await (await choosing).setFiles([fileOf('Notes.txt', 'text/plain', Buffer.from('Dear diary'))]);
      await expect(files.getByText(/1 file in the shared folder/)).toBeVisible();

      // From the phone: the list, then a file.
      await visit(page, `/device/file-manager/${deviceId}`);
      // The page before has such a button, too, and stays until this one is there.
      await expect(page.getByRole('heading', { name: 'File Manager', level: 1 })).toBeVisible();
      await page.getByRole('button', { name: 'Update' }).first().click();
      await expect(page.getByRole('button', { name: 'Notes.txt', exact: true })).toBeVisible();
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Actions for Notes.txt' }).click();
      await page.locator(':popover-open').getByRole('button', { name: 'Download', exact: true }).click();
      expect(await readFile(await (await downloading).path(), 'utf8')).toBe('Dear diary');

      // To the phone.
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles(fileOf('Timetable.csv', 'text/csv', Buffer.from('day,what\nMonday,chess\n')));
      await expect(files.getByText('Timetable.csv')).toBeVisible();
      await expect
        .poll(async () => JSON.parse((await callApi(page, 'device/non-final-commands', { deviceId })).text).data)
        .toEqual([]);
    });

    await test.step('they are asked for a location, a photo, a voice recording and a video, and decline what they will not give', async () => {
      const latest = async () => {
        const { text } = await callApi(page, 'device/command/all', { deviceId, pageSize: 1 });
        return (JSON.parse(text) as { data: { stepType: string; errorDetails: string | null }[] }).data[0];
      };
      await visit(companion, '/companion/');
      await visit(page, `/device/location/${deviceId}`);
      await expect(page.getByRole('heading', { name: 'Location', level: 1 })).toBeVisible();

      // Declined, nothing is sent, and the admin reads so.
      await page
        .getByRole('button', { name: /^Update/ })
        .first()
        .click();
      const request = companion.getByRole('region', { name: 'admin asks for your location' });
      await expect(request).toBeVisible();
      await expectGoodCompanionOnTheWay(companion, 'companion-request');
      await request.getByRole('button', { name: 'Decline' }).click();
      await expect
        .poll(latest)
        .toMatchObject({ stepType: 'DECLINED', errorDetails: expect.stringContaining('declined') });

      // Allowed, the place is the admin's. Their page is another one by then: it would draw a map.
      await visit(page, `/device/photo-recorder/${deviceId}`);
      // The list is read once the reason is given.
      await expect(page.getByText('No Photos available')).toBeVisible();
      await expect
        .poll(async () => (await callApi(page, 'location/command/update-location', { deviceId })).status)
        .toBe(200);
      await request.getByRole('button', { name: 'Allow once' }).click();
      await expect.poll(latest).toMatchObject({ stepType: 'DONE' });
      const { text } = await callApi(page, 'location/all', { deviceId });
      expect(text).toContain(String(phonePlace.latitude));

      // A photo: the request, the countdown on the whole screen, and who got it.
      await page.getByRole('button', { name: 'Take photo' }).click();
      await companion
        .getByRole('region', { name: /asks for a photo/ })
        .getByRole('button', { name: 'Allow once' })
        .click();
      const screen = companion.getByRole('dialog', { name: /admin asked for a photo/ });
      await expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
      await expect(companion.getByText(/You sent a photo from the (front|back) camera to admin/)).toBeVisible();
      await expectAccessibleOnTheWay(companion);
      await companion.getByRole('button', { name: 'OK' }).click();
      await expect(
        page.getByRole('region', { name: 'Photos', exact: true }).getByText('Asked for by admin'),
      ).toBeVisible();

      // Whoever presses Stop is not recorded.
      const ask = async (path: string, input: object) =>
        await expect.poll(async () => (await callApi(page, path, { deviceId, ...input })).status).toBe(200);
      const allow = () => companion.getByRole('button', { name: 'Allow once' }).click();
      await ask('media/command/audio', { seconds: 10 });
      await allow();
      await companion.getByRole('button', { name: 'Stop' }).click();
      await expect
        .poll(latest)
        .toMatchObject({ stepType: 'FAILED', errorDetails: expect.stringContaining('stopped it') });
      await companion.getByRole('button', { name: 'OK' }).click();

      for (const [path, input] of [
        ['media/command/audio', { seconds: 10 }],
        ['media/command/live-camera', { mode: 'VIDEO', camera: 'FRONT', seconds: 10 }],
      ] as const) {
        await ask(path, input);
        await allow();
        await expect(companion.getByText('The capture is over')).toBeVisible();
        await companion.getByRole('button', { name: 'OK' }).click();
        await expect.poll(latest).toMatchObject({ stepType: 'DONE' });
      }
    });

    await test.step('a ticket with a voice message, and a voice message back', async () => {
      await visit(companion, '/companion/tickets/new');
      await companion.getByLabel('Title').fill('My screen is dark');
      await companion.getByLabel('What happened').fill('Since this morning.');
      await expectGoodCompanion(companion, 'companion-new-ticket');
      await companion.getByRole('button', { name: 'Send' }).click();
      await companion.waitForURL(/tickets\/\d+$/);
      const ticketId = Number(new URL(companion.url()).pathname.split('/').at(-1));
      await companion.getByRole('button', { name: 'Record a voice message' }).click();
      await expect(companion.getByText('Recording. Speak now.')).toBeVisible();
      // What is stopped at once has no sound that could be played.
      await expect(companion.getByText(/^0:0[1-9] of at most/)).toBeVisible();
      await companion.getByRole('button', { name: 'Stop' }).click();
      await companion.getByRole('button', { name: 'Send voice message' }).click();
      await visit(page, `/subordinates-ticket/${ticketId}`);
      const log = page.getByRole('log');
      await expect(log.getByRole('button', { name: /Play/ })).toBeVisible();
      await page.getByRole('button', { name: 'Record a voice message' }).click();
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByRole('button', { name: 'Send voice message' }).click();
      await expect(companion.locator('audio')).toHaveCount(2);
      const box = page.getByRole('textbox', { name: 'Message' });
      await box.fill('Try the brightness key.');
      await box.press('Enter');
      await expect(companion.getByText('Try the brightness key.')).toBeVisible();
      await expectGoodCompanion(companion, 'companion-ticket');
    });

    await test.step('a message, which the admin sees that it was read', async () => {
      const message = { deviceId, title: 'Inventory', message: 'Please come by on Friday.', type: 'INFO' };
      await expect
        .poll(async () => (await callApi(page, 'notification/create_push_notification', message)).status)
        .toBe(200);
      await open('Messages');
      await companion.getByText('Inventory').first().click();
      await expect(companion.getByText('Please come by on Friday.')).toBeVisible();
      // The reply opens a ticket that quotes the message, which its admins find among the others.
      await companion.getByLabel('Reply').fill('I will.');
      await expectGoodCompanion(companion, 'companion-messages');
      await companion.getByRole('button', { name: 'Send reply' }).click();
      await companion.getByRole('link', { name: 'See your reply' }).click();
      await expect(companion.getByText('> Please come by on Friday.')).toBeVisible();
      const ticketId = Number(new URL(companion.url()).pathname.split('/').at(-1));
      await visit(page, `/subordinates-ticket/${ticketId}`);
      await expect(page.getByRole('heading', { name: 'Re: Inventory' })).toBeVisible();
    });

    await test.step('the hours in which they share, which the admin sees; then any hour again; and the other pages', async () => {
      await visit(companion, '/companion/hours');
      await companion.getByRole('radio', { name: 'Only at these hours' }).check();
      await companion.getByRole('button', { name: 'School' }).click();
      await companion.getByRole('button', { name: 'Save hours' }).click();
      await expect(companion.getByText('Saved. It counts from now on.')).toBeVisible();
      await expectGoodCompanion(companion, 'companion-hours');
      expect(await hours()).toMatchObject({ days: expect.arrayContaining([expect.objectContaining({ day: 'MON' })]) });
      await companion.getByRole('radio', { name: 'At any hour' }).check();
      await companion.getByRole('button', { name: 'Save hours' }).click();
      await expect.poll(hours).toBeNull();
      for (const [name, title] of [
        ['more', 'More'],
        ['tickets', 'Requests for help'],
        ['requests', 'Requests'],
        ['about', 'About this supervision'],
      ]) {
        await visit(companion, `/companion/${name}`);
        await expect(companion.getByRole('heading', { level: 1, name: title })).toBeVisible();
        await expectGoodCompanion(companion, `companion-${name}`);
      }
    });

    await test.step('the log: grouped, searched, and everything about me as a file', async () => {
      await visit(page, `/device/contact/${deviceId}`);
      await expect(page.getByText('Dora Picked')).toBeVisible();
      await visit(companion, '/companion/log');
      // What the admin did is one sentence, which opens into its entries.
      await companion.getByRole('button', { name: /^admin asked for/ }).click();
      await companion.getByRole('button', { name: /more looks$/ }).click();
      await expect(companion.getByRole('main')).toContainText('looked at contacts');
      // What was taken alone, and the photo itself as the server has it.
      await companion.getByRole('switch', { name: 'Only what was taken' }).check();
      await expect(companion.getByRole('main')).not.toContainText('looked at contacts');
      await companion.getByRole('button', { name: /^Open the picture/ }).click();
      await expect(companion.getByRole('img', { name: 'the picture' })).toHaveJSProperty('complete', true);
      await expectGoodCompanion(companion, 'companion-log');
      const downloading = companion.waitForEvent('download');
      await companion.getByRole('button', { name: 'Get everything about me' }).click();
      expect((await downloading).suggestedFilename()).toMatch(/\.zip$/);
    });

    await test.step('pause, share again, leave', async () => {
      await open('Home');
      await companion.getByRole('button', { name: 'Pause', exact: true }).click();
      await expect(page.getByText(/paused sharing/).first()).toBeVisible();
      await companion.getByRole('button', { name: 'Share again' }).click();
      await expect(page.getByText(/paused sharing/)).toHaveCount(0);
      await visit(companion, '/companion/leave');
      await expect(companion.getByRole('heading', { level: 1, name: 'Leave' })).toBeVisible();
      await expectGoodCompanion(companion, 'companion-leave');
      await companion.getByRole('checkbox', { name: /Yes, delete my data/ }).check();
      await companion.getByRole('button', { name: 'Leave', exact: true }).click();
      await expect(companion.getByRole('heading', { name: 'You have left' })).toBeVisible();
      await expectGoodCompanion(companion, 'companion-left');
      await companion.getByRole('button', { name: 'Remove it from this browser' }).click();
      await expect(companion.getByLabel('Passcode')).toBeVisible();
      await visit(page, '/device-list?sortBy=id&sortDirection=desc');
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      await expect(page.getByRole('row').filter({ hasText: 'lea.life' })).toHaveCount(0);
    });
  },
);
