import { auditActions } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { actionText, callText, reasonText } from './audit-words.ts';

describe('the words of the audit page', () => {
  it('name every action by a word of its own', () => {
    const words = auditActions.map(actionText);
    expect(new Set(words).size).toBe(words.length);
    expect(words.filter((word) => !/^[A-Z][a-z -]+$/.test(word))).toEqual([]);
    expect([actionText('READ'), actionText('REFUSED_READ'), actionText('LEAVE')]).toEqual([
      'Looked',
      'Look refused',
      'Left',
    ]);
  });

  it('include the reason for an action, but not for a refusal', () => {
    expect(reasonText({ action: 'READ', details: { reason: 'Lost phone' } })).toBe('Lost phone');
    expect(reasonText({ action: 'READ', details: {} })).toBe('');
    expect(reasonText({ action: 'REFUSED_READ', details: { reason: 'consent_missing' } })).toBe('');
  });

  it('shorten a call by the common path prefix', () => {
    expect(callText('/admin/v1/api/authenticated/contact/command/update')).toBe('contact/command/update');
    expect(callText('/device/v1/api/enrol')).toBe('/device/v1/api/enrol');
  });
});
