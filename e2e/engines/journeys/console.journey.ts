import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registerAccount } from '../../src/accounts.ts';
import { postApi } from '../../src/api.ts';
import { adminPassword, adminUsername } from '../../src/fairwatch.ts';
import { untilFile } from './downloads.ts';
import type { Journey } from './journey.ts';

/** Phones of the demo fleet. */
const contactsOf = 1;
const filesOf = 2;
const placeOf = 3;

export const consoleJourney: Journey = {
  name: 'console',
  steps: [
    {
      name: 'sign-in: a wrong password is refused, the right one leads to the dashboard',
      async run({ desk, picture }) {
        await desk.open('/auth/login');
        await desk.write({ role: 'field', name: 'Username' }, adminUsername);
        await desk.write({ role: 'field', name: 'Password' }, 'not this one');
        await picture(desk, 'sign-in');
        await desk.click({ role: 'button', name: 'Sign in' });
        await desk.see({ role: 'text', text: 'The username or password is incorrect.' });
        await desk.write({ role: 'field', name: 'Password' }, adminPassword);
        await desk.click({ role: 'button', name: 'Sign in' });
        await desk.see({ role: 'heading', name: 'Dashboard' });
      },
    },
    {
      name: 'list: the devices are searched, and the address says so',
      async run({ desk, picture }) {
        await desk.click({ role: 'link', name: /^Devices/ });
        await desk.see({ role: 'heading', name: 'Devices' });
        await desk.see({ role: 'row', text: /Online/ });
        await picture(desk, 'devices');
        const { text } = await desk.see({ role: 'td[data-label="Username"]' });
        await desk.write({ role: 'field', name: 'Search devices' }, text);
        await desk.see({ role: 'text', text: /^Showing 1–1 of 1$/ });
        await desk.until('the search stands in the address', `location.search.includes('search=')`);
      },
    },
    {
      name: 'dialogs: one closes by a click beside it, and not by one inside',
      async run({ desk }) {
        await desk.click({ role: 'button', name: 'Add device' });
        const dialog = { role: 'dialog', name: 'Create passcodes' };
        await desk.click({ role: 'heading', name: 'Create passcodes', within: dialog });
        await desk.see(dialog);
        await desk.window.clickAt(8, 8);
        await desk.gone(dialog);
      },
    },
    {
      name: 'device: a row leads to its overview',
      async run({ desk }) {
        await desk.click({ role: 'td[data-label="Username"]' });
        await desk.see({ role: 'heading', name: 'Overview' });
        await desk.see({ role: 'region', name: 'What is shared' });
      },
    },
    {
      name: 'contacts: Update brings the rows, which are exported',
      async run({ desk, picture }) {
        await desk.visit(`/device/contact/${contactsOf}`);
        await desk.see({ role: 'heading', name: 'Contacts' });
        await desk.click({ role: 'button', name: /^Update/ });
        await desk.see({ role: 'text', text: /^Showing 1–\d+ of \d+$/ });
        await picture(desk, 'contacts');
        await desk.click({ role: 'button', name: /^Export/ });
        const sheet = await untilFile(desk.window.downloads, /^contacts-.*\.xlsx$/);
        // A workbook is a ZIP.
        if ((await readFile(sheet)).subarray(0, 2).toString() !== 'PK') throw new Error(`${sheet} is no workbook`);
      },
    },
    {
      name: 'files up and down: a file goes to the phone and comes back the same',
      async run({ desk, engine, folder }) {
        const name = `letter-${engine}.csv`;
        const content = `day,what\nMonday,chess in ${engine}\n`;
        await writeFile(join(folder, name), content);
        await desk.visit(`/device/file-manager/${filesOf}`);
        await desk.see({ role: 'heading', name: 'File Manager' });
        await desk.click({ role: 'button', name: 'Update' });
        await desk.see({ role: 'row', text: /Documents/ });
        await desk.choose({ role: 'file' }, join(folder, name));
        await desk.see({ role: 'region', name: 'Uploads', text: /On the device/ });
        await desk.click({ role: 'button', name: `Actions for ${name}` });
        await desk.click({ role: 'button', name: 'Download', within: { role: 'panel' } });
        const back = await readFile(await untilFile(desk.window.downloads, new RegExp(`^${name}$`)), 'utf8');
        if (back !== content) throw new Error(`The file came back as ${JSON.stringify(back)}`);
      },
    },
    {
      name: 'map: it is drawn, with a phone in its list',
      async run({ desk, fairwatch, token, picture }) {
        await postApi(fairwatch.url, 'authenticated/location/command/update-location', { deviceId: placeOf }, token);
        await desk.visit('/map');
        await desk.see({ role: 'listitem', text: /± \d+ m/ });
        await desk.see({ role: '[data-map="drawn"]' }, 120_000);
        await desk.see({ role: '[data-map="drawn"] canvas' });
        await picture(desk, 'map');
      },
    },
    {
      name: 'role manager: who waits is promoted and given one permission',
      async run({ desk, engine, fairwatch }) {
        const username = `wendy-${engine}`;
        await registerAccount(fairwatch, username, adminPassword);
        await desk.visit('/role-management');
        await desk.click({ role: 'button', name: `Promote ${username}` });
        const dialog = { role: 'dialog', name: `Promote ${username}` };
        await desk.click({ role: 'button', name: 'Promote', within: dialog });
        await desk.see({ role: 'heading', name: `Settings of ${username}` });
        await desk.click({ role: 'label', text: 'Read Only', within: { role: 'group', name: 'Contacts' } });
        await desk.see({ role: 'text', text: '1 change, not saved yet' });
        await desk.click({ role: 'button', name: 'Save changes' });
        await desk.gone({ role: 'text', text: /not saved yet/ });
      },
    },
    {
      name: 'passkeys: the sign-in offers them where the browser has them',
      async run({ phone, features, fairwatch }) {
        // Browsers have passkeys for names, and not for 127.0.0.1.
        await phone.window.open(`${fairwatch.url.replace('127.0.0.1', 'localhost')}/auth/login`);
        await phone.see({ role: 'button', name: 'Sign in' });
        await phone.count({ role: 'button', name: 'Sign in with a passkey' }, features['passkeys'] ? 1 : 0);
      },
    },
  ],
};
