import { IconFile } from '@tabler/icons-react';
import { describe, expect, it } from 'vitest';
import type { PaletteGroup, PaletteItem } from './palette-item.ts';
import { matchScore, rankItems } from './rank.ts';
import { buildSections, stepItem } from './sections.ts';
import navTexts from '../texts/nav.texts.json';
import texts from './palette.texts.json';
import { parseDevicePageSearch } from './device-page-search.ts';

function item(label: string, group: PaletteGroup = 'page', keywords = ''): PaletteItem {
  return { id: `${group}:${label}`, group, label, icon: IconFile, keywords, run: () => {} };
}

const labels = (items: readonly PaletteItem[]) => items.map(({ label }) => label);

describe('the match of an item with the typed text', () => {
  it.each([
    ['users', 'Users', 6],
    ['USE', 'Users', 5],
    ['man role', 'Role Management', 4],
    ['rm', 'Role Management', 3],
    ['vice', 'Devices', 1],
    ['zoe', 'Zoë', 6],
    ['ic', 'Devices', 0],
    ['xyz', 'Users', 0],
    ['users contacts', 'Users', 0],
  ])('%s and %s score %i', (typed, label, expected) => {
    expect(matchScore({ label }, typed)).toBe(expected);
  });

  it('ranks a match of keywords behind a match of the label', () => {
    const items = [item('Switch to dark', 'command', 'theme night'), item('Night shift')];
    expect(labels(rankItems(items, 'night', []))).toEqual(['Night shift', 'Switch to dark']);
  });

  it.each([
    ['qr', ['account', 'appDownload', 'otpList']],
    ['2fa', ['account']],
    ['print', ['audit', 'otpList']],
    ['update', ['devices', 'installation', 'runs', 'schedules', 'servers']],
    ['export', ['audit', 'calls', 'contacts', 'devices', 'location', 'reports', 'users']],
  ])('%s finds the pages where that is done', (typed, pages) => {
    const found = Object.entries(texts.pageWords).filter(
      ([page, keywords]) => matchScore({ label: page, keywords }, typed) > 1,
    );
    expect(found.map(([page]) => page).toSorted()).toEqual(pages);
  });

  it('ranks a recently used item first among equal scores, never before a better match', () => {
    const items = [item('Photo'), item('Photo Recorder'), item('Phone')];
    expect(labels(rankItems(items, 'pho', ['page:Phone']))).toEqual(['Phone', 'Photo', 'Photo Recorder']);
    expect(labels(rankItems(items, 'photo', ['page:Photo Recorder']))).toEqual(['Photo', 'Photo Recorder']);
  });
});

describe('the list of the palette', () => {
  const items = [
    item('Update Contacts', 'action'),
    item('Contacts', 'devicePage'),
    item('Users'),
    item('Sign out', 'command'),
  ];

  it('starts with the recently used items and lists no item twice', () => {
    const found = [item('Depot', 'device')];
    const sections = buildSections({ typed: '', items, found, recentIds: ['page:Users', 'deleted', 'device:Depot'] });
    expect(sections.map((section) => [section.group, labels(section.items)])).toEqual([
      ['recent', ['Users', 'Depot']],
      ['action', ['Update Contacts']],
      ['devicePage', ['Contacts']],
      ['command', ['Sign out']],
    ]);
  });

  it('puts the section with the best match first and the results of the server last', () => {
    const found = [item('Anna', 'person'), item('Contacts of Anna', 'device')];
    const sections = buildSections({ typed: ' contacts ', items, found, recentIds: [] });
    expect(sections.map(({ group }) => group)).toEqual(['devicePage', 'action', 'device', 'person']);
  });

  it('wraps around at both ends', () => {
    const [first, , , last] = items;
    expect(stepItem(items, first, -1)).toBe(last);
    expect(stepItem(items, last, 1)).toBe(first);
    expect(stepItem([], undefined, 1)).toBeUndefined();
  });
});

describe('a search for a page of a device', () => {
  const pages = [
    item('Location', 'page', 'gps map'),
    item('Text Messages', 'page', 'sms chat'),
    item('Photo', 'page', 'pictures'),
    item('Photo Recorder', 'page', 'camera'),
  ];
  const parse = (typed: string) => {
    const search = parseDevicePageSearch(typed, pages);
    return search && [search.device, labels(search.pages)];
  };

  it.each([
    ['marco loc', ['marco', ['Location']]],
    ['loc marco', ['marco', ['Location']]],
    ["Marco's phone GPS", ["Marco's phone", ['Location']]],
    ['marco text mess', ['marco', ['Text Messages']]],
    ['sms', ['', ['Text Messages']]],
    ['marco photo', ['marco', ['Photo', 'Photo Recorder']]],
    ['marco', null],
    ['marco lo', null],
    ['', null],
  ])('parses "%s"', (typed, expected) => {
    expect(parse(typed)).toEqual(expected);
  });
});

it('has keywords only for pages that exist', () => {
  expect(Object.keys(texts.pageWords).filter((label) => !Object.hasOwn(navTexts, label))).toEqual([]);
});
