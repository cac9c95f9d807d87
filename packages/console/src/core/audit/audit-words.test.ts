import { auditActions } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { actionText, callText, detailsText } from './audit-words.ts';

describe('the words of the audit page', () => {
  it('name every action', () => {
    expect(auditActions.map(actionText)).toEqual([
      'Joined',
      'Looked',
      'Command',
      'Cancelled',
      'Asked to share',
      'Notified',
      'Edited ticket',
      'Deleted',
      'Look refused',
      'Command refused',
      'Renamed',
      'Assigned',
      'Unassigned',
      'Changed sign-in',
      'Changed sharing',
      'Declined',
      'Paused',
      'Resumed',
      'Left',
      'Ended',
      'Restored',
      'Archive',
      'Reviewed',
      'Set hours',
    ]);
  });

  it.each([
    [{}, ''],
    [{ commandId: 12, commandType: 'UPDATE_CONTACTS' }, 'Command 12, Update contacts'],
    [{ noticeVersion: 1, capabilities: ['CONTACTS', 'SMS'] }, 'Notice 1, Shares Contacts, Text messages'],
    [{ capabilities: [] }, 'Shares nothing'],
    [{ capability: 'SMS' }, 'Text messages'],
    [{ notificationId: 3, notificationType: 'ALERT' }, 'Notification 3, ALERT'],
    [{ before: '', after: 'Night shift' }, 'From nothing, To Night shift'],
    [{ reason: 'consent_missing' }, 'Not shared by the person'],
    [{ reason: 'device_not_found' }, 'Not assigned to this admin'],
    [{ reason: 'of_a_newer_server' }, 'of_a_newer_server'],
    [{ colour: 'green', capabilities: ['TELEPATHY'] }, 'colour: green, Shares TELEPATHY'],
  ])('tell the details %o', (details, text) => {
    expect(detailsText(details)).toBe(text);
  });

  it('shorten a call by what all calls begin with', () => {
    expect(callText('/admin/v1/api/authenticated/contact/command/update')).toBe('contact/command/update');
    expect(callText('/device/v1/api/enrol')).toBe('/device/v1/api/enrol');
  });
});
