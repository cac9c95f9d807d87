import { describe, expect, it } from 'vitest';
import { commandTypes, type CommandType } from '../shared/command.ts';
import type { CommandParams } from './command-params.ts';
import { askedSentence, commandDetails, commandSentence, commandWords } from './command-words.ts';

const hash = '0'.repeat(64);

function wordsOf<Type extends CommandType>(type: Type, params: CommandParams<Type>) {
  return commandWords(type, commandDetails(type, params));
}

describe('what a command was asked to do', () => {
  it('is said with the part it is about', () => {
    expect(wordsOf('DELETE_FILE', { path: 'Documents/contract.pdf' })).toMatchObject({
      title: 'Delete Documents/contract.pdf',
      asked: 'asked to delete Documents/contract.pdf',
      cancelled: 'cancelled the request to delete Documents/contract.pdf',
      done: 'deleted Documents/contract.pdf',
    });
    expect(wordsOf('RENAME_FILE', { path: 'a.png', name: 'b.png' }).done).toBe('renamed a.png to b.png');
    expect(wordsOf('CREATE_FOLDER', { folder: 'Notes', name: 'New' }).done).toBe('created the folder Notes/New');
    expect(wordsOf('SEND_FILE', { path: 'a.png' }).asked).toBe('asked to fetch a.png');
    const files = ['one.txt', 'two.txt'].map((name) => ({ name, sha256: hash, size: 1 }));
    expect(wordsOf('RECEIVE_FILES', { folder: '', files }).done).toBe(
      'added 2 files (one.txt, two.txt) to the shared folder',
    );
    expect(wordsOf('RECEIVE_FILES', { folder: 'Music', files: files.slice(1) }).done).toBe('added two.txt to Music');
    expect(wordsOf('CAPTURE_PHOTO', { camera: 'FRONT' }).done).toBe('took a photo with the front camera');
    expect(wordsOf('CAPTURE_VIDEO', { camera: 'BACK', seconds: 20 }).done).toBe(
      'recorded a video of 20 seconds with the back camera',
    );
    expect(wordsOf('UPDATE_CONTACTS', {})).toMatchObject({ title: 'Update contacts', asked: 'asked for Contacts' });
  });

  it('is what was done once the device has done it, and else what was asked and how that ended', () => {
    const details = { object: 'a.png' };
    const steps = [
      'QUEUED',
      'SEEN',
      'DONE',
      'DECLINED',
      'UNANSWERED',
      'FAILED',
      'EXPIRED',
      'CANCELLED',
      undefined,
      null,
    ] as const;
    expect(steps.map((step) => commandSentence('DELETE_FILE', details, step))).toEqual([
      'asked to delete a.png',
      'asked to delete a.png',
      'deleted a.png',
      'asked to delete a.png (they said no)',
      'asked to delete a.png (they did not answer in time)',
      'asked to delete a.png (it failed)',
      'asked to delete a.png (not done in time)',
      'asked to delete a.png (cancelled)',
      'asked to delete a.png',
      'asked to delete a.png',
    ]);
  });

  it('speaks of the person as its reader does', () => {
    expect(commandSentence('CAPTURE_PHOTO', {}, 'DECLINED', { reader: 'person' })).toBe(
      'asked to take a photo (you said no)',
    );
  });

  it('is said to the admin who has just asked, with the name of the device', () => {
    expect(askedSentence('UPDATE_LOCATIONS', {}, 'Mia')).toBe('Asked Mia for its location');
    expect(askedSentence('UPDATE_FILES', {}, 'Mia')).toBe('Asked Mia for its list of files');
    expect(askedSentence('CAPTURE_PHOTO', { camera: 'FRONT' }, 'Mia')).toBe(
      'Asked Mia to take a photo with the front camera',
    );
  });

  it.each(commandTypes)('can be said of %s when its details were erased', (type) => {
    const { title, asked, done } = commandWords(type, {});
    expect(`${title} ${asked} ${done}`).not.toContain('undefined');
  });

  it('is its type for a command of a newer server', () => {
    expect(commandSentence('DANCE', {}, 'DONE')).toBe('asked for DANCE');
    expect(commandSentence('toString', {})).toBe('asked for toString');
  });
});
