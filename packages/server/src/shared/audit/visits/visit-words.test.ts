import {
  apiPrefix,
  captures,
  contacts,
  conversation,
  deleteFile,
  deviceList,
  deviceSocketPath,
  deviceSummary,
  endpoints,
  findMessages,
  galleryFetch,
  locationTrack,
  messages,
  nonFinalCommands,
  revealMessage,
  contentSubject,
  toAdmin,
} from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { visitWords } from './visit-words.ts';
import type { VisitActivity } from './visits.store.ts';

function deed(subject: string, rest: Partial<VisitActivity> = {}): VisitActivity {
  const details = rest.details ?? {};
  return {
    visit: 1,
    action: 'READ',
    subject,
    step: null,
    times: 1,
    parts: details?.object === undefined ? 0 : 1,
    count: details?.count ?? null,
    reasons: [],
    ...rest,
    details,
  };
}

const command = (commandType: string, rest: Partial<VisitActivity> = {}) =>
  deed(deleteFile.path, { action: 'COMMAND', step: 'DONE', ...rest, details: { commandType, ...rest.details } });

describe('the words of a visit', () => {
  it.each<[string, VisitActivity]>([
    ['opened a page of this device', deed(deviceSummary.path, { times: 4 })],
    ['saw this device in the list of devices', deed(deviceList.path, { details: { how: 'SEEN' } })],
    [
      'looked at contacts (60)',
      deed(contacts.list.path, { times: 3, count: 60, details: { count: 20, total: 48, page: 3 } }),
    ],
    ["searched contacts for 'jo' (2 found)", deed(contacts.list.path, { details: { search: 'jo', count: 2 } })],
    [
      'searched contacts 3 times (7 found)',
      deed(contacts.list.path, { times: 3, count: 7, details: { search: 'jo', count: 2 } }),
    ],
    ['exported 96 contacts', deed(contacts.list.path, { times: 2, count: 96, details: { how: 'EXPORT', count: 48 } })],
    [
      'exported 5 text messages',
      deed(messages.list.path, {
        times: 2,
        parts: 2,
        count: 5,
        details: { how: 'EXPORT', count: 2, object: 'with Mum' },
      }),
    ],
    [
      'read the conversation with Mum (120 messages)',
      deed(conversation.path, {
        times: 3,
        count: 120,
        details: { object: 'the conversation with Mum', count: 40, place: 'older' },
      }),
    ],
    [
      'searched 2 conversations (5 found)',
      deed(findMessages.path, { times: 2, parts: 2, count: 5, details: { object: 'x', search: 'y' } }),
    ],
    [
      'revealed codes in 3 messages of the conversation with Lindenbank',
      deed(revealMessage.path, { times: 3, parts: 1, details: { object: 'the conversation with Lindenbank' } }),
    ],
    [
      'revealed codes in 3 messages of 2 conversations',
      deed(revealMessage.path, { times: 3, parts: 2, details: { object: 'x' } }),
    ],
    [
      'looked at the places of 3 periods (240 points)',
      deed(locationTrack.path, { times: 3, parts: 3, count: 240, details: { object: 'x' } }),
    ],
    [
      'opened 3 photos and videos',
      deed(contentSubject('GALLERY'), { times: 4, parts: 3, details: { object: 'photo a', how: 'OPEN' } }),
    ],
    ['downloaded a.pdf', deed(contentSubject('FILES'), { details: { object: 'a.pdf', how: 'SAVE' } })],
    [
      'looked at previews of 9 photos and videos',
      deed(contentSubject('GALLERY'), { times: 9, parts: 9, details: { object: 'a', how: 'PREVIEW' } }),
    ],
    [
      'looked at what this device is being asked for (2)',
      deed(nonFinalCommands.path, { times: 2, count: 2, details: { count: 1 } }),
    ],
    ['deleted Documents/a.pdf', command('DELETE_FILE', { details: { object: 'Documents/a.pdf' } })],
    ['deleted 3 files', command('DELETE_FILE', { times: 3, parts: 3 })],
    ['asked to delete 2 files (failed)', command('DELETE_FILE', { times: 2, step: 'FAILED' })],
    ['fetched 4 files', command('SEND_FILE', { times: 2, parts: 2, count: 4 })],
    [
      'asked to delete 2 files (a, b) (1 of 2 failed)',
      command('DELETE_FILE', { details: { object: 'a, b', count: 2 }, count: 2, partly: '1 of 2 failed' }),
    ],
    [
      'asked to fetch 6 photos and videos in full (some failed)',
      command('FETCH_MEDIA', { times: 2, parts: 2, count: 6, partly: '1 of 3 failed' }),
    ],
    ['added 5 files', command('RECEIVE_FILES', { times: 2, count: 5 })],
    ['asked for Contacts (3 times)', command('UPDATE_CONTACTS', { times: 3 })],
    ['deleted 2 voice recordings', deed(captures.VOICE.remove.path, { action: 'DELETE', times: 2, parts: 2 })],
    ['sent you 2 notifications', deed('/x', { action: 'NOTIFY', times: 2 })],
    ['paused sharing (2 times)', deed(deviceSocketPath, { action: 'PAUSE', times: 2 })],
    [
      'tried to look at Contacts and was refused: not shared (4 times)',
      deed(contacts.list.path, {
        action: 'REFUSED_READ',
        times: 4,
        details: { reason: 'consent_missing', search: 'x' },
      }),
    ],
  ])('%s', (words, given) => {
    expect(visitWords([given])).toBe(words);
  });

  it('name what was done and taken before what was looked at, in the order in which it was done, and count the rest', () => {
    const looks = Object.values(captures).map(({ list }) => deed(list.path));
    const deeds = [
      deed(deviceSummary.path),
      ...looks,
      deed(contacts.list.path, { details: { how: 'EXPORT', count: 48 }, reasons: ['Lost phone'] }),
      command('DELETE_FILE', { details: { object: 'a.pdf' }, reasons: ['Lost phone', 'Asked by Jo'] }),
      deed(conversation.path, { details: { object: 'the conversation with Mum', count: 2 } }),
    ];
    expect(visitWords(deeds)).toBe(
      'looked at photos that were taken, looked at videos that were recorded, looked at voice recordings, ' +
        'exported 48 contacts (reason: "Lost phone"), deleted a.pdf (reason: "Lost phone", "Asked by Jo"), ' +
        'read the conversation with Mum (2 messages), and 2 more',
    );
  });

  it('say a reason with the uses for which it was given, in full once, and speak to who reads them', () => {
    const deeds = [
      deed(contacts.list.path, { reasons: ['Lost phone'] }),
      deed('/x', { action: 'NOTIFY', times: 2 }),
      command('UPDATE_CONTACTS', { reasons: ['Lost phone'] }),
    ];
    expect(visitWords(deeds, toAdmin)).toBe(
      'looked at contacts (reason: "Lost phone"), sent them 2 notifications, asked for Contacts (the same reason)',
    );
  });

  it('have no path and no number of a row in them, whatever was called, once or often', () => {
    const subjects = endpoints.filter(({ device, path }) => device !== null && path !== galleryFetch.path);
    const actions = ['READ', 'COMMAND', 'DELETE', 'CANCEL', 'REFUSED_READ', 'REFUSED_COMMAND'];
    for (const { path, device } of subjects) {
      for (const action of actions.filter((each) => each.endsWith(device?.action ?? '') || each === 'DELETE')) {
        for (const times of [1, 3]) {
          const details = action.startsWith('REFUSED') ? { reason: 'consent_missing' } : {};
          const words = visitWords([deed(path, { action, times, count: 3, details })]);
          expect(words).not.toContain(apiPrefix);
          expect(words).not.toMatch(/undefined|null|\d{4}/);
        }
      }
    }
  });

  it('say of who left no more than the kind', () => {
    expect(visitWords([{ ...deed(contacts.list.path, { times: 2 }), details: null }])).toBe(
      'read; the details were erased',
    );
  });
});
