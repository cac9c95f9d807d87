import { languageTags, type NotificationKind } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { registerLocales } from '../texts/register-locales.ts';
import { summaryWords, wordsFor } from './notification-words.ts';
import { retellNotification } from './retell-notification.ts';

registerLocales();

const device = {
  deviceId: 7,
  deviceName: 'Pixel: of Mia',
  person: 'mia',
  capabilities: [],
  left: false,
};
const command = { commandId: 1, commandType: 'UPDATE_CONTACTS', errorDetails: null } as const;
const outcome = { deviceId: 7, commandId: 1, requestedBy: 2 };
const events = [
  { kind: 'DEVICE_JOINED', deviceId: 7 },
  { kind: 'DEVICE_LEFT', deviceId: 7, byGuardian: false },
  { kind: 'DEVICE_LEFT', deviceId: 7, byGuardian: true },
  { kind: 'DEVICE_ENDED', deviceId: 7, adminId: 1, adminName: 'olga', reason: 'Sold' },
  { kind: 'CONSENT_CHANGED', deviceId: 7, change: 'PAUSED' },
  { kind: 'CONSENT_CHANGED', deviceId: 7, change: 'RESUMED' },
  { kind: 'CONSENT_CHANGED', deviceId: 7, change: { added: [], withdrawn: [] } },
  { kind: 'COMMAND_DONE', ...outcome },
  { kind: 'COMMAND_FAILED', ...outcome },
  { kind: 'COMMAND_DECLINED', ...outcome },
] as const;
const stored = [
  ...events.map((event) => [event.kind, wordsFor(event, device, command)?.title ?? ''] as const),
  ...Object.entries(summaryWords).map(
    ([kind, { title }]) => [kind as NotificationKind, title.replace('{count}', '1,234')] as const,
  ),
  ...Object.entries(summaryWords).map(([kind, { message }]) => [kind as NotificationKind, message] as const),
  ['TICKET_CREATED', 'New request from mia'],
  ['APPROVAL_DECIDED', 'olga declined'],
  ['GUARDIAN_DECLINED', 'A guardian declined'],
  ['RUN_DONE', 'Update contacts: finished'],
  ['ALERT', 'Pixel: of Mia: Entered School'],
] as const;

describe('a stored notification', () => {
  it.each(stored)('of %s is told again in every language: %s', (type, title) => {
    const told = languageTags.map((language) => retellNotification({ type, title }, language).title);
    expect(new Set(told).size).toBe(languageTags.length);
    expect(told[0]).toBe(title);
  });

  it('stays as it was stored where its words are not ours', () => {
    const older = { type: 'DEVICE_JOINED', title: 'Something else happened', message: '' } as const;
    expect(retellNotification(older, 'de')).toEqual(older);
  });
});
