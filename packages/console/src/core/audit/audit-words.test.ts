import { auditActions } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { actionText, callText, reasonText } from './audit-words.ts';

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
      'Edited person',
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
      'Note',
    ]);
  });

  it('tell why something was done, not why it was refused', () => {
    expect(reasonText({ action: 'READ', details: { reason: 'Lost phone' } })).toBe('Lost phone');
    expect(reasonText({ action: 'READ', details: {} })).toBe('');
    expect(reasonText({ action: 'REFUSED_READ', details: { reason: 'consent_missing' } })).toBe('');
  });

  it('shorten a call by what all calls begin with', () => {
    expect(callText('/admin/v1/api/authenticated/contact/command/update')).toBe('contact/command/update');
    expect(callText('/device/v1/api/enrol')).toBe('/device/v1/api/enrol');
  });
});
