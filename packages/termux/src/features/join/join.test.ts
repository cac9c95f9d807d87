import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import {
  capabilities,
  capabilityNames,
  describePasscode,
  enrol,
  noticeText,
  noticeVersion,
  offersWithout,
  type Capability,
} from '@fairwatch/contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFakeTerminal } from '../../testing/fake-terminal.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { testCertificate } from '../../testing/test-certificate.ts';
import { joinInTerminal } from './join.ts';

const notice = noticeText();
const description = {
  server: 'watch.example.org',
  admin: 'maria',
  group: 'Class 7',
  name: 'Ada',
  ground: { purpose: 'SCHOOL', purposeText: '', legalBasis: 'CONSENT', guardian: null, reviewOn: null },
  signature: null,
  askedBy: 'maria',
  asked: [
    { capability: 'LOCATION', reason: 'To find you on the trip' },
    { capability: 'CALL_RECORDING', reason: 'To document what was agreed' },
  ],
  expiresAt: '2030-01-01T00:00:00Z',
  hours: null,
  usedKinds: [...capabilityNames],
  keptDays: Object.fromEntries(capabilityNames.map((name) => [name, 7])),
  notice: { version: noticeVersion, language: 'en', text: notice, words: capabilities },
};
const facts = { name: 'P', model: 'P', osName: 'Android', osVersion: '15', appName: 'F', appVersion: '1' };
const offers = offersWithout({ CALL_RECORDING: 'Android does not let Termux record calls.' });

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text) as Record<string, unknown>;
}

/** A server that knows one passcode and refuses one name. It answers as the real one does. */
async function startServer({ isEncrypted = false } = {}) {
  const asked: Record<string, unknown>[] = [];
  const joined: ReturnType<typeof enrol.input.parse>[] = [];
  const answer: RequestListener = async (request, response) => {
    const body = await readBody(request);
    asked.push(body);
    const say = (data: unknown, refusal?: string) =>
      response.end(
        JSON.stringify({
          data,
          meta: { has_error: refusal !== undefined, message: refusal ? [{ text: { client: refusal } }] : [] },
        }),
      );
    if (body['passcode'] !== 'ABCD1234') return say(null, 'This passcode is not valid.');
    if (request.url === describePasscode.path) return say(description);
    const input = enrol.input.parse(body);
    if (input.person.displayName === 'taken') return say(null, 'This username is taken.');
    joined.push(input);
    say({ deviceId: 5, token: 'secret' });
  };
  const server = isEncrypted ? createTlsServer(testCertificate, answer) : createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `${isEncrypted ? 'https' : 'http'}://127.0.0.1:${port}`, asked, joined };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

async function startJoining(
  given: { invitation?: string; server?: string },
  { columns = 80, rows = 100, isInteractive = true } = {},
) {
  const terminal = createFakeTerminal({ columns, rows, isInteractive });
  const kept = new Map<string, unknown>();
  const homeFolder = await temporaryFolder();
  const result = joinInTerminal({
    terminal,
    state: { writeJson: async (name, value) => void kept.set(name, value) },
    facts,
    offers,
    invitation: given.invitation ?? null,
    server: given.server ?? null,
    languages: ['en_US.UTF-8'],
    homeFolder,
    stateFolder: `${homeFolder}/.fairwatch`,
  });
  const shows = (...parts: string[]) =>
    vi.waitFor(() => {
      for (const part of parts) expect(terminal.text()).toContain(part);
    });
  return {
    terminal,
    kept,
    result,
    homeFolder,
    shows,
    async choose(label: string): Promise<void> {
      for (let presses = 0; presses < 400; presses += 1) {
        await turn();
        await turn();
        if (terminal.rows().some((row) => row.startsWith('>') && row.includes(label))) return terminal.press('enter');
        terminal.press('down');
      }
      throw new Error(`"${label}" cannot be chosen:\n${terminal.text()}`);
    },
    type(text: string): void {
      terminal.type(text);
      terminal.press('enter');
    },
  };
}

describe('joining', () => {
  it('leads from the link to the name, with everything off', async () => {
    const server = await startServer();
    const join = await startJoining({ invitation: `${server.url}/companion/join#abcd-1234` });
    await join.shows('Who asks you to join', 'For: Ada', 'Admin: maria', 'Group: Class 7', 'Purpose: School device');
    await join.shows('Legal basis: Consent', 'The connection is not encrypted.');
    await join.shows('maria asks for 2 of 14 kinds of data.', 'Location, because: “To find you on the trip”');
    await join.choose('Read the notice');
    await join.shows('What supervision means');
    await join.choose('I have read it');
    await join.shows(
      'All are off until you switch them on',
      '[ ] Contacts',
      'Kept for 7 days, then deleted.',
      'Not possible here',
    );
    await join.shows('Android does not let Termux record calls.', 'Share nothing');
    const choices = join.terminal.text();
    expect(choices).not.toContain('[x]');
    const places = ['Asked for by maria', '[ ] Location', 'Not asked for: only if you want to', '[ ] Contacts'];
    const found = places.map((part) => choices.indexOf(part));
    expect(found).toEqual(found.toSorted((one, other) => one - other));
    expect(found).not.toContain(-1);
    expect(choices).toContain('maria asks for it, because: “To document what was agreed”');
    await join.choose('[ ] Contacts');
    await join.choose('[ ] Files');
    await join.choose('Share 2');
    await join.shows('Which folder do you share?');
    join.type('');
    await join.shows('Keep the phone awake for Fairwatch?');
    await join.choose('1 No');
    await join.shows('Under this name maria sees you in the list of devices.');
    join.type('\u0015System');
    await join.shows('This name reads as if Fairwatch itself were meant.');
    join.type('\u0015taken');
    await join.shows('Only if you want your admin to have it');
    join.type('');
    await join.shows('This username is taken.');
    join.type('\u0015ada');
    await join.shows('Email');
    join.type('ada@example.org');
    expect(await join.result).toMatchObject({
      serverUrl: server.url,
      device: {
        deviceId: 5,
        token: 'secret',
        username: 'ada',
        admin: 'maria',
        asked: { by: 'maria', kinds: description.asked },
        grants: { paused: false, hours: null },
      },
    });
    const wanted: Capability[] = ['CONTACTS', 'FILES'];
    expect(server.joined[0]).toMatchObject({
      person: { displayName: 'ada', email: 'ada@example.org' },
      consent: { capabilities: wanted, noticeHash: createHash('sha256').update(notice).digest('hex'), language: 'en' },
    });
    expect(join.kept.get('device')).toEqual(await join.result);
    expect(join.kept.get('choices')).toMatchObject({
      sharedFolder: `${join.homeFolder}/fairwatch-shared`,
      wakeLock: false,
      answerLocation: 'ASK',
    });
  });

  it('shows the notice in full: it can be agreed to only at its end', async () => {
    const server = await startServer();
    const join = await startJoining({ invitation: 'ABCD1234', server: server.url }, { columns: 40, rows: 15 });
    await join.choose('Read the notice');
    await join.shows('What supervision means');
    join.terminal.type('1');
    await turn();
    expect(join.terminal.text()).not.toContain('I have read it');
    const seen = new Set<string>();
    for (let pages = 0; pages < 200 && !join.terminal.text().includes('I have read it'); pages += 1) {
      for (const row of join.terminal.rows()) seen.add(row);
      join.terminal.press('pageDown');
      await turn();
      await turn();
    }
    for (const row of join.terminal.rows()) seen.add(row);
    const words = Array.from(seen).join(' ');
    for (const word of notice.split(/\s+/)) expect(words).toContain(word);
    await join.choose('I have read it');
    await join.shows('What do you want to share?');
  });

  it('asks for the server and the passcode, and again when they are wrong', async () => {
    const server = await startServer();
    const join = await startJoining({});
    await join.shows('Join with a passcode', 'Link, or address of the server');
    join.type('not an address');
    await join.shows('Please type an address');
    join.type(`\u0015${server.url}`);
    await join.shows('Passcode');
    join.type('wrong');
    await join.shows('This passcode is not valid.');
    join.type('abcd 1234');
    await join.shows('Who asks you to join');
    expect(server.asked.map(({ passcode }) => passcode)).toEqual(['WRONG', 'ABCD1234']);
    await join.choose('No, stop here');
    expect(await join.result).toBeNull();
    expect([server.joined, Array.from(join.kept)]).toEqual([[], []]);
  });

  it('says when the server cannot be reached, and asks for its address again', async () => {
    const join = await startJoining({ invitation: 'http://127.0.0.1:1/companion/join#ABCD1234' });
    await join.shows('The server cannot be reached.', 'Link, or address of the server');
    join.terminal.press('quit');
    expect(await join.result).toBeNull();
  });

  it('never accepts a certificate that is not trusted, and says what to do', async () => {
    const server = await startServer({ isEncrypted: true });
    const join = await startJoining({ invitation: `${server.url}/companion/join#ABCD1234` });
    await join.shows('This server is not trusted', 'Certificate from: Test authority, localhost');
    await join.shows('SHA-256 fingerprint:', 'NODE_EXTRA_CA_CERTS=authority.pem node fairwatch.mjs join');
    await join.choose('Stop here');
    expect(await join.result).toBeNull();
    expect(server.asked).toEqual([]);
  });

  it('warns of an address without encryption before anything is sent', async () => {
    const join = await startJoining({ invitation: 'http://watch.example.org/companion/join#ABCD1234' });
    await join.shows('This address is not safe to join on', '> 1 Stop here');
    join.terminal.press('enter');
    expect(await join.result).toBeNull();
  });

  it('works by lines, and says so when there is nobody to answer', async () => {
    const server = await startServer();
    const join = await startJoining({ invitation: 'ABCD1234', server: server.url }, { isInteractive: false });
    await join.shows('-- Who asks you to join --');
    join.terminal.type('2\n1\n');
    await join.shows('What do you want to share?');
    const number = /(\d+) Share nothing/.exec(join.terminal.text())?.[1];
    join.terminal.type(`${number}\n1\nada\n\n`);
    expect(await join.result).toMatchObject({ device: { username: 'ada', grants: { capabilities: [] } } });
    const alone = await startJoining({}, { isInteractive: false });
    alone.terminal.endInput();
    await expect(alone.result).rejects.toThrow('there is nobody to answer them');
  });
});
