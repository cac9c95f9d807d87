import { expect, it } from 'vitest';
import { wordsFor } from './notification-words.ts';

const device = { deviceId: 3, deviceName: 'Pixel 9', person: 'marco', capabilities: [], left: false };

it.each([
  ['UPDATE_CONTACTS', 'Update of contacts finished'],
  ['LIVE_LOCATION', 'Live location began'],
  ['LIVE_VIEW', 'Live view began'],
] as const)('%s that is done: %s', (commandType, title) => {
  const command = { commandId: 7, commandType, errorDetails: null };
  expect(wordsFor({ kind: 'COMMAND_DONE', deviceId: 3, commandId: 7, requestedBy: 1 }, device, command)?.title).toBe(
    title,
  );
});
