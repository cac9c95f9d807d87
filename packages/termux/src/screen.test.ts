import { deviceSocketClose, noticeText, noticeVersion, type Capability } from '@fairwatch/contract';
import type { RunningLiveView } from '@fairwatch/device/core';
import { describe, expect, it, vi } from 'vitest';
import { keySequences } from './testing/fake-terminal.ts';
import { shownPhone } from './testing/shown-phone.ts';

const inTenMinutes = () => new Date(Date.now() + 600_000).toISOString();

describe('the first page', () => {
  it('says who supervises the phone, what is shared, and how the connection is', async () => {
    const phone = await shownPhone();
    await phone.shows('Supervised by maria', 'Connecting…', 'Hello ada');
    await phone.connect([
      {
        first: 1,
        last: 2,
        from: '2026-03-02T09:50:00Z',
        to: '2026-03-02T09:55:00Z',
        who: 'maria',
        entries: 2,
        summary: 'looked at 3 contacts',
      },
    ]);
    await phone.shows('Who supervises this phone', 'Family, on watch.example.org', 'Contacts, Location');
    await phone.shows('maria looked at 3 contacts', '5 minutes ago');
    expect(phone.device.client.supervision?.admins).toEqual(['maria']);
  });

  it('pauses at once, and shares again', async () => {
    const phone = await shownPhone();
    await phone.connect();
    await phone.choose('Pause');
    await phone.sent('pause');
    expect(phone.device.client.grants.paused).toBe(true);
    await phone.shows('Paused', 'Sharing is paused: nobody sees anything of you.');
    phone.hear({ type: 'grants', capabilities: ['CONTACTS', 'LOCATION'], paused: true });
    await phone.choose('Share again');
    await phone.sent('resume');
    phone.hear({ type: 'grants', capabilities: ['CONTACTS', 'LOCATION'], paused: false });
    await phone.shows('Stops all sharing at once');
  });

  it('fits a phone of 40 columns', async () => {
    const phone = await shownPhone({ columns: 40, rows: 20 });
    await phone.connect();
    for (const row of phone.terminal.rows()) expect(Array.from(row).length).toBeLessThanOrEqual(40);
  });

  it('asks before the program ends, and gives the terminal back', async () => {
    const phone = await shownPhone();
    phone.terminal.press('quit');
    await phone.shows('Close Fairwatch?', 'until you start it again');
    await phone.choose('Go on');
    await phone.shows('Hello ada');
    phone.terminal.press('quit');
    await phone.choose('Close it');
    await phone.screen.closed;
    expect(phone.terminal.written().endsWith('\u001B[?1049l')).toBe(true);
  });

  it('is printed as lines where there is no terminal', async () => {
    const phone = await shownPhone({ isInteractive: false });
    await phone.shows('-- Hello ada --', 'Requests');
    const number = /(\d+) Sharing hours/.exec(phone.terminal.text())?.[1];
    phone.terminal.type(`${number}\n`);
    await phone.shows('-- Sharing hours --', 'You share at any hour.');
    expect(phone.terminal.written()).not.toContain('\u001B');
  });
});

describe('what watches this phone', () => {
  it('has all zones in one line, and reads their names when the person asks', async () => {
    const phone = await shownPhone();
    await phone.connect();
    const zone = {
      kind: 'ZONE',
      id: 4,
      name: 'Home',
      purpose: 'To name this place on the map, and for alerts',
      what: 'Place Home',
      when: 'Whenever this device shares its location',
      setBy: 'maria',
      setAt: '2026-03-01T09:00:00.000Z',
      until: null,
      paused: false,
    };
    const readWatches = vi.spyOn(phone.device.client, 'readWatches');
    readWatches.mockResolvedValue({ watches: [zone], more: false });
    phone.hear({
      type: 'watches',
      watches: [{ ...zone, kind: 'ZONES', id: 0, name: '12 places', what: 'Places Home, School, Depot and 9 more' }],
      more: 0,
    });
    await phone.choose('What watches this phone');
    await phone.shows('12 places watch this phone by themselves.', 'Places Home, School, Depot and 9 more');
    await phone.choose('Show the names of all places');
    await phone.shows('Home, set by maria on');
    await phone.showsNot('Show the names of all places');
    expect(readWatches).toHaveBeenCalledWith({ kind: 'ZONE', id: 0 });
  });
});

describe('a live view', () => {
  it('is shown with who watches, how often, and a way to stop it', async () => {
    const phone = await shownPhone();
    await phone.connect();
    const running: RunningLiveView = {
      sessionId: 9,
      requestedBy: 'maria',
      reason: null,
      phase: 'LIVE',
      secondsLeft: 0,
      until: new Date(),
      camera: 'BACK',
      sound: false,
      viewers: ['maria', 'jo'],
      viewerCount: 3,
      stills: 1,
    };
    const stop = vi.spyOn(phone.device.client, 'stopLiveView');
    phone.device.live.set({ liveView: running });
    await phone.shows('maria may see a live picture of your back camera', 'Watching now: maria, jo and 1 more.');
    await phone.shows('One picture every 3 seconds, without sound.', '1 picture was kept as a photo.');
    // The cursor stays where it was, below.
    phone.terminal.type('1');
    await vi.waitFor(() => expect(stop).toHaveBeenCalledOnce());
    phone.device.live.set({ liveView: null, liveViewEnd: { ...running, end: 'STOPPED_BY_PERSON' } });
    await phone.shows('The live picture for maria has ended: you stopped it.');
    phone.terminal.type('1');
    await phone.showsNot('The live picture for maria');
  });

  it('needs the notice to be read when it has changed, which changes nothing of what is shared', async () => {
    const phone = await shownPhone({ rows: 200 });
    await phone.connect();
    const capabilities = ['CONTACTS', 'LOCATION'] as Capability[];
    phone.hear({ type: 'grants', capabilities, paused: false, readNotice: noticeVersion - 1 });
    await phone.shows('The notice has changed.');
    phone.terminal.type('1');
    await phone.choose('I have read it, and share the same as before');
    expect(await phone.sent('consent')).toMatchObject({ noticeVersion, capabilities });
    phone.hear({ type: 'grants', capabilities, paused: false, readNotice: noticeVersion });
    await phone.showsNot('The notice has changed.');
  });
});

describe('a request', () => {
  it('says who asks for what and why, and is declined on its page', async () => {
    const phone = await shownPhone();
    await phone.connect();
    phone.hear({
      type: 'command',
      commandId: 7,
      commandType: 'UPDATE_LOCATIONS',
      requestedBy: 'maria',
      expiresAt: inTenMinutes(),
      reason: 'Are you home?',
      params: {},
    });
    await phone.choose('Requests (1 new)');
    await phone.choose('maria asks for your location');
    await phone.shows('│ Are you home?', 'After that the request is over.', 'Decline');
    await phone.choose('Decline');
    await phone.shows('maria asked for your location: nothing was sent.');
    expect(phone.device.live.get().requests).toEqual([]);
  });

  it('cannot draw on the screen on which it is answered', async () => {
    const phone = await shownPhone();
    await phone.connect();
    phone.hear({
      type: 'command',
      commandId: 8,
      commandType: 'UPDATE_LOCATIONS',
      requestedBy: 'mar\u001B[2Jia\n> 1 Allow once',
      expiresAt: inTenMinutes(),
      reason: '\u001B]0;title\u0007\u009B2J\u202Ewow\n> 2 Decline',
      params: {},
    });
    await phone.choose('Requests (1 new)');
    await phone.choose('asks for your location');
    await phone.shows('Decline', '│ �]0;title��2J�wow', '│ > 2 Decline');
    expect(phone.terminal.rows().filter((row) => /^>? +\d/.test(row))).toHaveLength(2);
    // Only what the screen itself writes: places, ends of rows, weights of letters, and its own modes.
    const [, ...sequences] = phone.terminal.written().split('\u001B');
    for (const sequence of sequences) expect(sequence).toMatch(/^\[(\d+;1H|K|2J|[012]m|\?\d+[hl])/);
    expect(sequences.join('')).not.toMatch(/[\p{Cc}\u202E]/u);
  });

  it('of which the page is open keeps its keys when another one comes', async () => {
    const phone = await shownPhone();
    await phone.connect();
    const command = {
      type: 'command',
      commandType: 'UPDATE_LOCATIONS',
      expiresAt: inTenMinutes(),
      params: {},
    } as const;
    phone.hear({ ...command, commandId: 7, requestedBy: 'maria' });
    await phone.choose('Requests (1 new)');
    await phone.choose('maria asks');
    await phone.shows('Allow once');
    phone.hear({ type: 'consent-request', requestId: 3, capability: 'SMS', requestedBy: 'eve' });
    await vi.waitFor(() => expect(phone.device.live.get().questions).toHaveLength(1));
    phone.terminal.type('1');
    await phone.shows('maria asked for your location: nothing was sent.', 'eve asks you to share Text messages');
    expect(phone.device.live.get().questions).toHaveLength(1);
  });

  it('to share something from now on is answered on its page', async () => {
    const phone = await shownPhone();
    await phone.connect();
    phone.hear({ type: 'consent-request', requestId: 3, capability: 'APPS', requestedBy: 'maria', reason: 'Updates' });
    await phone.choose('Requests (1 new)');
    await phone.choose('maria asks you to share Installed apps');
    await phone.shows('Which apps are installed.', '│ Updates');
    await phone.choose('Share it');
    expect((await phone.sent('consent')).capabilities).toContain('APPS');
  });
});

describe('what is shared', () => {
  it('is switched off at once', async () => {
    const phone = await shownPhone();
    await phone.connect();
    await phone.choose('Sharing');
    await phone.shows('maria asked for it when you joined, because: “To find you on the trip”');
    await phone.shows('[x] Contacts', 'Kept for 30 days, then deleted.', 'Not possible here', 'Call recording');
    await phone.choose('[x] Contacts');
    expect((await phone.sent('consent')).capabilities).toEqual(['LOCATION']);
    await phone.shows('[ ] Contacts');
  });

  it('is a folder only after the person has named it, and never the one with the token', async () => {
    const phone = await shownPhone();
    await phone.connect();
    await phone.choose('Sharing');
    await phone.choose('[ ] Files');
    await phone.shows('Which folder do you share?', '~/fairwatch-shared');
    phone.terminal.type(`\u0015${phone.folder.path}`);
    phone.terminal.press('enter');
    await phone.shows('contains what Fairwatch keeps on this phone');
    phone.terminal.type('\u0015~/given');
    phone.terminal.press('enter');
    expect((await phone.sent('consent')).capabilities).toContain('FILES');
    expect(phone.device.live.get().choices.sharedFolder).toBe(`${phone.homeFolder}/given`);
    phone.hear({ type: 'grants', capabilities: ['CONTACTS', 'LOCATION', 'FILES'], paused: false });
    await phone.shows('[x] Files', 'Folder: ~/given');
  });

  it('has its settings: the location without asking, and the battery', async () => {
    const phone = await shownPhone();
    await phone.connect();
    await phone.choose('Sharing');
    await phone.choose('Answer without asking');
    await vi.waitFor(() => expect(phone.device.live.get().choices.answerLocation).toBe('ALWAYS'));
    await phone.choose('Keep the phone awake');
    await vi.waitFor(() => expect(phone.termux.calls).toContainEqual(['termux-wake-lock']));
  });
});

const visit = (first: number, summary: string) => ({
  first,
  last: first,
  from: '2026-03-01T08:00:00Z',
  to: '2026-03-01T08:00:00Z',
  who: 'maria',
  entries: 1,
  summary,
});

describe('the log', () => {
  it('is read page by page, and each visit entry by entry', async () => {
    const phone = await shownPhone();
    await phone.connect();
    await phone.choose('Log');
    await phone.sent('log-request', 2);
    phone.hear({ type: 'log-visits', visits: [visit(9, 'looked at 3 contacts')], more: true });
    await phone.shows('Everything that anybody did with this phone.', 'maria looked at 3 contacts');
    await phone.choose('Show older');
    expect(await phone.sent('log-request', 3)).toMatchObject({ before: 9 });
    phone.hear({ type: 'log-visits', visits: [visit(4, 'asked for your location')], more: false });
    await phone.showsNot('Show older');
    await phone.choose('maria asked for your location');
    expect(await phone.sent('log-request', 4)).toMatchObject({ visit: { first: 4, last: 4 } });
    const entry = { sequence: 4, recordedAt: '2026-03-01T08:00:00Z', who: 'maria', action: 'COMMAND' };
    phone.hear({ type: 'log', entries: [{ ...entry, what: 'asked where you are: "late"' }], more: false });
    await phone.shows('maria asked where you are: "late"');
  });
});

describe('only what was taken', () => {
  it('is looked for page by page, and shown without the rest of its visit', async () => {
    const phone = await shownPhone();
    await phone.connect();
    await phone.choose('Log');
    await phone.sent('log-request', 2);
    phone.hear({ type: 'log-visits', visits: [{ ...visit(9, 'looked at 3 contacts'), taken: '' }], more: true });
    await phone.shows('maria looked at 3 contacts');
    await phone.choose('Only what was taken');
    expect(await phone.sent('log-request', 3)).toMatchObject({ before: 9 });
    await phone.showsNot('maria looked at 3 contacts');
    const took = { ...visit(4, 'looked at photos and saved a photo'), taken: 'saved a photo' };
    phone.hear({ type: 'log-visits', visits: [took], more: false });
    await phone.choose('maria saved a photo');
    expect(await phone.sent('log-request', 4)).toMatchObject({ visit: { first: 4, last: 4 } });
    const entry = { recordedAt: '2026-03-01T08:00:00Z', who: 'maria', action: 'READ' };
    const entries = [
      { ...entry, sequence: 4, what: 'saved the photo of the cat', taken: true },
      { ...entry, sequence: 3, what: 'looked at 9 photos', taken: false },
    ];
    phone.hear({ type: 'log', entries, more: false });
    await phone.shows('maria saved the photo of the cat');
    await phone.showsNot('maria looked at 9 photos');
    phone.terminal.press('escape');
    await phone.shows('[x] Only what was taken');
    phone.terminal.press('up');
    await phone.shows('> 1 [x] Only what was taken');
    phone.terminal.press('enter');
    await phone.shows('maria looked at 3 contacts', 'maria looked at photos and saved a photo');
  });
});

describe('sharing hours', () => {
  it('are chosen from a preset, changed on a day and saved', async () => {
    const phone = await shownPhone();
    await phone.connect();
    await phone.choose('Sharing hours');
    await phone.shows('You share at any hour.');
    await phone.choose('Only at these hours');
    await phone.choose('Work');
    await phone.choose('Friday: 09:00-17:00');
    phone.terminal.type('\u0015never');
    phone.terminal.press('enter');
    await phone.shows('Please write times as 08:00-17:00');
    phone.terminal.type('\u00159:00-12:00, 13:00 to 15:00');
    phone.terminal.press('enter');
    await phone.shows('Friday: 09:00-12:00, 13:00-15:00');
    await phone.choose('Save hours');
    const { hours } = await phone.sent('hours');
    expect(hours?.days.filter(({ day }) => day === 'FRI')).toHaveLength(2);
    await phone.shows('Saved. It counts from now on.', 'On this phone it counts already.');
  });
});

describe('what watches the phone', () => {
  it('is told as new until the person has looked at it', async () => {
    const phone = await shownPhone();
    await phone.connect();
    const watch = {
      kind: 'SCHEDULE',
      id: 1,
      name: 'Mornings',
      purpose: 'School',
      what: 'Update location',
      when: 'Every day at 08:00',
      setBy: 'maria',
      setAt: '2026-03-01T08:00:00Z',
      until: null,
      paused: false,
    };
    phone.hear({ type: 'watches', watches: [watch], more: 0 });
    await phone.shows('maria set the schedule “Mornings”: Update location. Every day at 08:00.');
    await phone.choose('What watches this phone (1 new)');
    await phone.shows('New', 'Purpose: School', 'Set by: maria', 'Until: No end is set');
    phone.terminal.press('left');
    await phone.shows('Hello ada');
    await phone.showsNot('Mornings');
    expect(phone.device.live.get().watches.seen).toHaveLength(1);
  });
});

describe('about', () => {
  it('has the facts, the rules and the whole notice', async () => {
    const phone = await shownPhone({ rows: 200 });
    await phone.connect();
    await phone.choose('About this supervision');
    await phone.shows('The notice (version');
    for (const word of noticeText(phone.device.saved.ground).split(/\s+/))
      expect(phone.terminal.text()).toContain(word);
    await phone.shows(
      'Your name there: ada',
      'Passcode from: maria',
      'What counts here',
      'The notice (version',
      'This program',
    );
  });
});

describe('leaving', () => {
  it('asks twice, tells the server, and leaves nothing behind', async () => {
    const phone = await shownPhone({ rows: 100 });
    await phone.connect();
    await phone.choose('Leave');
    await phone.shows('Deleted at once', 'What stays', 'Older backups of the server');
    expect(phone.terminal.rows().filter((row) => /\d Leave$/.test(row))).toHaveLength(0);
    await phone.choose('Yes, delete my data and end the supervision.');
    await phone.choose('Leave');
    await phone.shows('Leave for good', 'Stay');
    expect(phone.socket().count('leave')).toBe(0);
    await phone.choose('Leave');
    await phone.sent('leave');
    await phone.shows('You are leaving', 'watch.example.org is deleting your data…');
    phone.hear({ type: 'left' });
    phone.socket().handlers.onClose(deviceSocketClose.left);
    await phone.shows('You have left');
    await vi.waitFor(async () => expect(await phone.folder.readJson('device')).toBeUndefined());
    await phone.choose('Close Fairwatch');
    await phone.screen.closed;
  });

  it('stays when the second answer is no', async () => {
    const phone = await shownPhone({ rows: 100 });
    await phone.connect();
    await phone.choose('Leave');
    await phone.choose('Yes, delete my data');
    await phone.choose('Leave');
    await phone.choose('Stay');
    await phone.shows('Deleted at once');
    phone.terminal.type(keySequences.left);
    await phone.shows('Hello ada');
    expect(phone.socket().count('leave')).toBe(0);
  });

  it('by an admin is told with the reason', async () => {
    const phone = await shownPhone();
    await phone.connect();
    await phone.choose('Sharing');
    phone.hear({ type: 'ended', endedBy: 'maria', reason: 'School is over', endedAt: '2026-03-02T09:00:00Z' });
    phone.socket().handlers.onClose(deviceSocketClose.left);
    await phone.shows('The supervision has ended', 'maria ended it: “School is over”');
    await phone.choose('Remove it from this phone');
    await phone.shows('Nothing of it is left on this phone.');
    expect(await phone.folder.readJson('device')).toBeUndefined();
  });
});
