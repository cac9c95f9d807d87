import { expect, it } from 'vitest';
import { commandTypes } from './command.ts';
import { auditActions } from './log/audit-details.ts';
import { isTaking, lineWeight, type WeighedLine } from './line-weight.ts';
import { lineWeights } from './log/log-entry.ts';

const command = (commandType: string, step: string | null = 'DONE'): WeighedLine => {
  return { action: 'COMMAND', details: { commandType }, step };
};
const read = (details: WeighedLine['details']): WeighedLine => ({ action: 'READ', details });
const act = (action: string, details: WeighedLine['details'] = {}): WeighedLine => ({ action, details });

it.each<[string, WeighedLine, weight: string, taken: boolean]>([
  ['a photo that was taken', command('CAPTURE_PHOTO'), 'HIGH', true],
  ['a photo that its person declined', command('CAPTURE_PHOTO', 'DECLINED'), 'MEDIUM', false],
  ['a file that waits to be sent', command('SEND_FILE', 'QUEUED'), 'MEDIUM', false],
  ['a file that was sent', command('SEND_FILE'), 'HIGH', true],
  ['a file whose command is gone', command('SEND_FILE', null), 'HIGH', true],
  ['a file that was deleted', command('DELETE_FILE'), 'HIGH', false],
  ['a file that was brought', command('RECEIVE_FILES'), 'MEDIUM', false],
  ['contacts that were sent', command('UPDATE_CONTACTS'), 'MEDIUM', true],
  ['a list that was exported', read({ how: 'EXPORT', count: 48 }), 'HIGH', true],
  ['a file that was saved', read({ how: 'SAVE', object: 'a.pdf' }), 'HIGH', true],
  ['a conversation that was read', read({ object: 'the conversation with Mum' }), 'MEDIUM', false],
  ['a preview', read({ how: 'PREVIEW', object: 'a.jpg' }), 'LOW', false],
  ['a page of a list', read({ count: 20 }), 'LOW', false],
  ['a read whose details were erased', read(null), 'LOW', false],
  ['a live view', act('LIVE_VIEW'), 'HIGH', true],
  ['an archive that an admin downloaded', act('ARCHIVE', { what: 'downloaded' }), 'MEDIUM', true],
  ['an archive that was asked for', act('ARCHIVE', { what: 'requested' }), 'MEDIUM', false],
  ['an end', act('END'), 'HIGH', false],
  ['a pause', act('PAUSE'), 'MEDIUM', false],
  ['an action of a later version', act('SOMETHING'), 'MEDIUM', false],
])('%s', (_, line, weight, taken) => {
  expect([lineWeight(line), isTaking(line)]).toEqual([weight, taken]);
});

it('weighs every action and every command', () => {
  const lines = [...auditActions.map((action) => act(action)), ...commandTypes.map((type) => command(type))];
  for (const line of lines) expect(lineWeights).toContain(lineWeight(line));
});
