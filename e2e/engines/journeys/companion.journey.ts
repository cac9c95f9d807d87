import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePasscode, postApi } from '../../src/api.ts';
import pushTexts from '../../../packages/companion/src/core/push/push.texts.json' with { type: 'json' };
import { untilFile } from './downloads.ts';
import type { Journey, Stage } from './journey.ts';

const shared = ['Contacts', 'Files', 'Location', 'Camera', 'Microphone'];
const usernameOf = ({ engine }: Stage) => `lea.${engine}`;

async function api(stage: Stage, path: string, input: object = {}): Promise<unknown> {
  return await postApi(stage.fairwatch.url, `authenticated/${path}`, input, stage.token);
}

async function deviceIdOf(stage: Stage): Promise<number> {
  const found = (await api(stage, 'device/all', { search: usernameOf(stage), pageSize: 1 })) as { id: number }[];
  const [device] = found;
  if (!device) throw new Error(`${usernameOf(stage)} is in no list`);
  return device.id;
}

/** Asks for something as soon as nothing else is open. */
async function ask(stage: Stage, path: string, input: object = {}): Promise<void> {
  const deviceId = await deviceIdOf(stage);
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      return void (await api(stage, path, { deviceId, ...input }));
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** Waits until the last command of the phone has ended so. */
async function ended(stage: Stage, stepType: string): Promise<void> {
  const deviceId = await deviceIdOf(stage);
  const deadline = Date.now() + 45_000;
  let latest: { stepType: string; errorDetails: string | null } | undefined;
  while (Date.now() < deadline) {
    [latest] = (await api(stage, 'device/command/all', { deviceId, pageSize: 1 })) as (typeof latest)[];
    if (latest?.stepType === stepType) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`The command is ${latest?.stepType}, not ${stepType}: ${latest?.errorDetails}`);
}

export const companionJourney: Journey = {
  name: 'companion',
  steps: [
    {
      name: 'join: by a link, with five kinds of data',
      async run(stage) {
        const { phone, fairwatch, picture } = stage;
        await phone.open(`/companion/join#${await makePasscode(fairwatch.url)}`);
        await phone.click({ role: 'button', name: 'Read the notice' });
        await phone.click({ role: 'button', name: 'I have read it' });
        for (const name of shared) await phone.click({ role: 'switch', name });
        await phone.click({ role: 'button', name: `Share ${shared.length}` });
        await phone.write({ role: 'field', name: 'Name' }, usernameOf(stage));
        await phone.click({ role: 'button', name: 'Join' });
        await phone.see({ role: 'heading', name: `Hello ${usernameOf(stage)}` });
        await phone.see({ role: 'status', text: /Connected/ });
        await picture(phone, 'companion');
      },
    },
    {
      name: 'share: contacts from a file reach the console',
      async run(stage) {
        const { phone, desk, folder } = stage;
        const path = join(folder, 'people.vcf');
        await writeFile(path, 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Anna Berg\r\nTEL:+49 30 0000001\r\nEND:VCARD\r\n');
        await phone.visit('/companion/sharing');
        await phone.choose({ role: 'file', within: { role: 'region', name: 'Contacts' } }, path);
        await phone.see({ role: 'text', text: '1 contact to share' });
        await desk.visit(`/device/contact/${await deviceIdOf(stage)}`);
        await desk.click({ role: 'button', name: /^Update/ });
        await desk.see({ role: 'row', text: /Anna Berg/ });
      },
    },
    {
      name: 'files: one of the phone reaches the console, one of the console the phone, and both outlive a reload',
      async run(stage) {
        const { phone, desk, folder } = stage;
        const [mine, theirs] = [join(folder, 'Diary.txt'), join(folder, 'Timetable.csv')];
        await writeFile(mine, 'Dear diary');
        await writeFile(theirs, 'day,what\nMonday,chess\n');
        const files = { role: 'region', name: 'Files' };
        await phone.choose({ role: 'file', within: files }, mine);
        await phone.see({ role: 'text', text: /1 file in the shared folder/ });
        await desk.visit(`/device/file-manager/${await deviceIdOf(stage)}`);
        await desk.see({ role: 'heading', name: 'File Manager' });
        await desk.click({ role: 'button', name: 'Update' });
        await desk.click({ role: 'button', name: 'Actions for Diary.txt' });
        await desk.click({ role: 'button', name: 'Download', within: { role: 'panel' } });
        const back = await readFile(await untilFile(desk.window.downloads, /^Diary\.txt$/), 'utf8');
        if (back !== 'Dear diary') throw new Error(`The file came as ${JSON.stringify(back)}`);
        await desk.choose({ role: 'file' }, theirs);
        await phone.see({ role: 'text', text: /Timetable\.csv/ });
        await phone.open('/companion/sharing');
        await phone.see({ role: 'text', text: /2 files in the shared folder/ });
      },
    },
    {
      name: 'ask: a location is asked for and declined, and nothing is sent',
      async run(stage) {
        const { phone } = stage;
        await phone.visit('/companion/');
        await ask(stage, 'location/command/update-location');
        const request = { role: 'region', name: 'admin asks for your location' };
        await phone.see(request);
        await stage.picture(phone, 'companion-request');
        await phone.click({ role: 'button', name: 'Decline', within: request });
        await ended(stage, 'DECLINED');
      },
    },
    {
      name: 'live view: pictures of the camera move on the console, until the admin stops',
      // Seen with 2.50: the page is gone as soon as its person allows it.
      skip: ({ engine }) => (engine === 'webkit' ? 'WebKitGTK ends when its stand-in for a camera is encoded' : null),
      async run(stage) {
        const { phone, desk } = stage;
        await desk.visit(`/device/video-recorder/${await deviceIdOf(stage)}`);
        const panel = { role: 'region', name: 'Live view' };
        await desk.click({ role: 'button', name: 'Live', within: panel });
        await desk.click({ role: 'button', name: 'Ask for a live view', within: panel });
        await phone.click({ role: 'button', name: /^Allow for/ });
        await desk.see({ role: 'canvas', name: 'Live picture of the device', within: panel });
        await desk.until(
          'the picture moves',
          `(() => {
            const canvas = document.querySelector('canvas[role=img]');
            globalThis.pictures ??= new Set();
            if (canvas) globalThis.pictures.add(canvas.toDataURL());
            return globalThis.pictures.size > 2;
          })()`,
        );
        await stage.picture(desk, 'live-view');
        await desk.click({ role: 'button', name: 'Stop', within: panel });
        await ended(stage, 'DONE');
      },
    },
    {
      name: 'capture: a photo, with its countdown and who got it',
      async run(stage) {
        const { phone } = stage;
        await ask(stage, 'media/command/live-camera', { mode: 'PHOTO', camera: 'FRONT' });
        await phone.click({ role: 'button', name: 'Allow once' });
        await phone.see({ role: 'text', text: /You sent a photo from the (front|back) camera to admin/ });
        await phone.click({ role: 'button', name: 'OK' });
        await ended(stage, 'DONE');
      },
    },
    {
      name: 'capture: ten seconds of sound',
      async run(stage) {
        const { phone } = stage;
        await ask(stage, 'media/command/audio', { seconds: 10 });
        await phone.click({ role: 'button', name: 'Allow once' });
        await phone.see({ role: 'dialog', text: /Stop/ });
        await phone.see({ role: 'text', text: /The capture is over/ });
        await phone.click({ role: 'button', name: 'OK' });
        await ended(stage, 'DONE');
      },
    },
    {
      name: 'ticket with voice: from the phone, and one back from the console',
      async run(stage) {
        const { phone, desk, picture } = stage;
        await phone.visit('/companion/tickets/new');
        await phone.write({ role: 'field', name: 'Title' }, 'My screen is dark');
        await phone.write({ role: 'field', name: /^What happened/ }, 'Since this morning.');
        await phone.click({ role: 'button', name: 'Send' });
        await phone.until('the ticket is open', String.raw`/tickets\/\d+$/.test(location.pathname)`);
        const ticketId = await phone.window.run<number>(`Number(location.pathname.split('/').at(-1))`);
        await phone.click({ role: 'button', name: 'Record a voice message' });
        await phone.see({ role: 'text', text: /^0:0[2-9] of at most/ });
        await phone.click({ role: 'button', name: 'Stop' });
        await phone.click({ role: 'button', name: 'Send voice message' });
        await desk.visit(`/subordinates-ticket/${ticketId}`);
        await desk.see({ role: 'button', name: /^Play/, within: { role: 'log' } });
        await desk.click({ role: 'button', name: 'Record a voice message' });
        await desk.see({ role: 'text', text: /^[2-9] s of at most/ });
        await desk.click({ role: 'button', name: 'Stop' });
        await desk.click({ role: 'button', name: 'Send voice message' });
        await phone.count({ role: 'audio' }, 2);
        await desk.click({ role: 'button', name: /^Play/, within: { role: 'log' } });
        await desk.until(
          'the voice is heard',
          `[...document.querySelectorAll('[role=log] input[type=range]')].some(({ value }) => Number(value) > 0)`,
        );
        await picture(desk, 'ticket');
      },
    },
    {
      name: 'log: what was taken and by whom, and everything about me as a file',
      async run({ phone }) {
        await phone.visit('/companion/log');
        await phone.see({ role: 'button', name: /admin .*fetched Diary\.txt/ });
        await phone.click({ role: 'button', name: 'Get everything about me' });
        const archive = await untilFile(phone.window.downloads, /\.zip$/);
        if ((await readFile(archive)).subarray(0, 2).toString() !== 'PK') throw new Error(`${archive} is no archive`);
      },
    },
    {
      name: 'pause: the console says so, until the person shares again',
      async run(stage) {
        const { phone, desk } = stage;
        await desk.visit(`/device/contact/${await deviceIdOf(stage)}`);
        await desk.see({ role: 'row', text: /Anna Berg/ });
        await phone.visit('/companion/');
        await phone.click({ role: 'button', name: 'Pause' });
        await desk.see({ role: 'text', text: /paused sharing/ });
        await phone.click({ role: 'button', name: 'Share again' });
        await desk.gone({ role: 'text', text: /paused sharing/ });
      },
    },
    {
      name: 'offline: it opens without the server, keeps what its person decides, and says it later',
      async run({ phone, desk, fairwatch }) {
        await phone.until(
          'the page is kept',
          `(async () => { await navigator.serviceWorker.ready; return (await caches.keys()).length > 0; })()`,
        );
        await fairwatch.halt();
        try {
          await phone.open('/companion/');
          await phone.see({ role: 'status', text: /Offline|Not connected/ });
          await phone.click({ role: 'button', name: 'Pause' });
          await phone.see({ role: 'button', name: 'Share again' });
        } finally {
          await fairwatch.start();
        }
        await phone.see({ role: 'status', text: /Paused/ });
        await desk.see({ role: 'text', text: /paused sharing/ });
        await phone.click({ role: 'button', name: 'Share again' });
        await desk.gone({ role: 'text', text: /paused sharing/ });
      },
    },
    {
      name: 'push: what this browser can do is said, with the reason where it cannot',
      async run(stage) {
        const { phone, features } = stage;
        await api(stage, 'config/web-push/update', { enabled: true });
        await phone.open('/companion/more');
        await phone.see({ role: 'text', text: pushTexts.title });
        const says = features['push while the page is closed'] ? phone.gone : phone.see;
        await says({ role: 'text', text: pushTexts.impossible });
      },
    },
    {
      name: 'leave: nothing of it stays in the browser',
      async run(stage) {
        const { phone } = stage;
        await phone.visit('/companion/leave');
        await phone.click({ role: 'checkbox', name: /^Yes, delete my data/ });
        await phone.click({ role: 'button', name: 'Leave' });
        await phone.see({ role: 'heading', name: 'You have left' });
        await phone.click({ role: 'button', name: 'Remove it from this browser' });
        await phone.see({ role: 'field', name: 'Passcode' });
      },
    },
  ],
};
