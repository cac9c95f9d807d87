import { IconFile } from '@tabler/icons-react';
import { describe, expect, it } from 'vitest';
import type { PaletteGroup, PaletteItem } from './palette-item.ts';
import { fit, rank } from './rank.ts';
import { sections, step } from './sections.ts';
import navTexts from '../shell/nav.texts.json';
import texts from './palette.texts.json';
import { splitTyped } from './split-typed.ts';

function item(label: string, group: PaletteGroup = 'page', also = ''): PaletteItem {
  return { id: `${group}:${label}`, group, label, icon: IconFile, also, run: () => {} };
}

const labels = (items: readonly PaletteItem[]) => items.map(({ label }) => label);

describe('what fits the typed text', () => {
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
  ])('%s and %s', (typed, label, expected) => {
    expect(fit({ label }, typed)).toBe(expected);
  });

  it('is found by its other words, behind what is called so', () => {
    const items = [item('Switch to dark', 'command', 'theme night'), item('Night shift')];
    expect(labels(rank(items, 'night', []))).toEqual(['Night shift', 'Switch to dark']);
  });

  it('puts what was used lately first among equals, and never before a better match', () => {
    const items = [item('Photo'), item('Photo Recorder'), item('Phone')];
    expect(labels(rank(items, 'pho', ['page:Phone']))).toEqual(['Phone', 'Photo', 'Photo Recorder']);
    expect(labels(rank(items, 'photo', ['page:Photo Recorder']))).toEqual(['Photo', 'Photo Recorder']);
  });
});

describe('the list of the palette', () => {
  const items = [
    item('Update Contacts', 'action'),
    item('Contacts', 'devicePage'),
    item('Users'),
    item('Sign out', 'command'),
  ];

  it('begins with what was used lately, and names nothing twice', () => {
    const found = [item('Depot', 'device')];
    const parts = sections({ typed: '', items, found, recent: ['page:Users', 'gone', 'device:Depot'] });
    expect(parts.map(({ group, items: own }) => [group, labels(own)])).toEqual([
      ['recent', ['Users', 'Depot']],
      ['action', ['Update Contacts']],
      ['devicePage', ['Contacts']],
      ['command', ['Sign out']],
    ]);
  });

  it('puts the part with the best match first, and what the server found last', () => {
    const found = [item('Anna', 'person'), item('Contacts of Anna', 'device')];
    const parts = sections({ typed: ' contacts ', items, found, recent: [] });
    expect(parts.map(({ group }) => group)).toEqual(['devicePage', 'action', 'device', 'person']);
  });

  it('is walked through in a circle', () => {
    const [first, , , last] = items;
    expect(step(items, first, -1)).toBe(last);
    expect(step(items, last, 1)).toBe(first);
    expect(step([], undefined, 1)).toBeUndefined();
  });
});

describe('a device and a page typed together', () => {
  const pages = [
    item('Location', 'page', 'gps map'),
    item('Text Messages', 'page', 'sms chat'),
    item('Photo', 'page', 'pictures'),
    item('Photo Recorder', 'page', 'camera'),
  ];
  const split = (typed: string) => {
    const found = splitTyped(typed, pages);
    return found && [found.device, labels(found.pages)];
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
  ])('%s', (typed, expected) => {
    expect(split(typed)).toEqual(expected);
  });
});

it('knows other words only for pages that there are', () => {
  expect(Object.keys(texts.pageWords).filter((label) => !Object.hasOwn(navTexts, label))).toEqual([]);
});
