import { contacts, conversation, deviceVisits, registerTexts, type Envelope } from '@fairwatch/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDatedEntries } from '../../../testing/dated-log.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import { joinDevice, RawDevice, type TestDevice } from '../../../testing/test-device.ts';

const server = useTestServer();
let owner: TestAdmin;
let device: TestDevice;

// The test has words of its own, so that it does not depend on how the languages say it.
const pause = (paused: string, looked: string) => ({
  lines: { looked, with: { amount: '{{text}} ({{amount}})' }, nouns: { contacts: { all: 'ن-K' } } },
  log: { consent: { paused } },
});

beforeAll(async () => {
  for (const [tag, words] of Object.entries({
    de: pause('Teilen pausiert', '{{what}} angesehen'),
    ar: pause('أوقف المشاركة', 'اطّلع على {{what}}'),
  })) {
    registerTexts('server/log-words', words.log, tag);
    registerTexts('contract/log-lines', words.lines, tag);
  }
  owner = await server.createAdmin({ username: 'olivia', access: 'FULL_ACCESS' });
  device = await joinDevice(server, { ownerId: owner.userId, username: 'layla', capabilities: ['CONTACTS'] });
  const by = { who: 'olivia', actorId: owner.userId };
  await addDatedEntries(server, device.deviceId, [
    { ...by, at: '2035-01-01T12:00:00Z', subject: contacts.list.path, details: { count: 2, total: 2 } },
    {
      who: 'layla',
      at: '2035-01-01T15:00:00Z',
      action: 'PAUSE',
      subject: conversation.path,
      details: {},
    },
  ]);
});

const isolated = /[\u2068\u2069]/g;

/** What the person reads in their log, on a device that says this language; English without one. */
async function personReads(language?: string): Promise<string[]> {
  const raw = new RawDevice(server);
  await raw.hello(device.token, language === undefined ? {} : { language });
  raw.send({ type: 'log-request', before: null });
  const { entries } = await raw.next('log');
  raw.socket.close();
  await raw.closed;
  return entries.map(({ what }) => what.replaceAll(isolated, ''));
}

/** What the admin reads of the visits to the device, in a console of this language. */
async function adminReads(language: string): Promise<string[]> {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${owner.token}`,
    'accept-language': language,
  };
  const body = JSON.stringify({ deviceId: device.deviceId });
  const answer = await fetch(new URL(deviceVisits.path, server.url), { method: deviceVisits.method, headers, body });
  const { visits } = ((await answer.json()) as Envelope<{ visits: { summary: string }[] }>).data;
  return visits.map(({ summary }) => summary.replaceAll(isolated, ''));
}

describe('the same entry', () => {
  it('is read by a person with an Arabic phone and by an admin with a German console, each in their own words', async () => {
    expect(await personReads('ar-EG')).toEqual(expect.arrayContaining(['أوقف المشاركة', 'اطّلع على ن-K (2)']));
    expect(await adminReads('de-AT,de;q=0.9,en;q=0.8')).toEqual(
      expect.arrayContaining(['Teilen pausiert', 'ن-K angesehen (2)']),
    );
  });

  it('is read in another language after its reader has changed theirs, in English by who says none', async () => {
    expect(await personReads('de')).toEqual(expect.arrayContaining(['Teilen pausiert', 'ن-K angesehen (2)']));
    expect(await personReads()).toEqual(expect.arrayContaining(['paused sharing', 'looked at contacts (2)']));
    expect(await adminReads('pl')).toEqual(expect.arrayContaining(['paused sharing', 'looked at contacts (2)']));
  });
});
