import { featurePermissions, type AdminDetail } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import texts from './admins.texts.json';
import { NameSection } from './name-section.tsx';
import { ProtectionSection } from './protection-section.tsx';
import { StatusSection } from './status-section.tsx';

addTexts('admins', texts);

const holdsMore = 'sami holds Text Messages and 2 devices that you do not.';
const superAdmin = 'A Super Admin blocked this account.';

function adminWith(refusals: Pick<AdminDetail, 'signInRefusal' | 'unblockRefusal'>): AdminDetail {
  return {
    id: 7,
    username: 'sami',
    displayName: 'sami',
    nickname: '',
    email: '',
    adminStatus: 'ADMIN',
    reportsTo: 'rana',
    reportsToId: 3,
    blocked: true,
    devices: 2,
    twoFactor: true,
    passkeys: 1,
    featureAccessDTOs: featurePermissions.map((featurePermission) => ({
      featurePermission,
      featureAccess: 'NO_ACCESS',
    })),
    customSidebar: null,
    createdAt: '2026-11-01T08:00:00Z',
    refusal: '',
    ...refusals,
  };
}

/** The buttons that change how an account signs in, each with the reason why it is disabled; null for an enabled one. */
function buttons(admin: AdminDetail): Record<string, string | null> {
  const { box } = mount(
    <>
      <StatusSection admin={admin} mayChange />
      <NameSection admin={admin} mayChange />
      <ProtectionSection admin={admin} mayChange />
    </>,
  );
  const labels = ['Unblock', 'Set password', 'Reset'];
  return Object.fromEntries(
    [...box.querySelectorAll('button')].flatMap((button) => {
      const name = labels.find((each) => button.textContent?.startsWith(each));
      if (name === undefined) return [];
      const described = button.getAttribute('aria-describedby');
      const isDisabled = button.getAttribute('aria-disabled') === 'true';
      return [
        [name, isDisabled && described !== null ? (document.getElementById(described)?.textContent ?? '') : null],
      ];
    }),
  );
}

describe('the settings of an account with more access than the signed-in admin', () => {
  it('explain in advance why its password and sign-in cannot be changed', () => {
    expect(buttons(adminWith({ signInRefusal: holdsMore, unblockRefusal: superAdmin }))).toEqual({
      Unblock: superAdmin,
      'Set password': holdsMore,
      Reset: holdsMore,
    });
    const field = document.querySelector<HTMLInputElement>('input[type=password]');
    expect(field?.disabled).toBe(true);
  });

  it('offer every action to an admin who may change the account', () => {
    expect(buttons(adminWith({ signInRefusal: '', unblockRefusal: '' }))).toEqual({
      Unblock: null,
      'Set password': null,
      Reset: null,
    });
  });
});
