import { featurePermissions, type AdminDetail, type AdminRole } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { AdminStatus } from '../../../shared/admin-accounts/admin-status.tsx';
import { mount } from '../../../core/components/mount-for-test.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import texts from './admins.texts.json';
import { StatusSection } from './status-section.tsx';

addTexts('admins', texts);

const adminWith = (adminStatus: AdminRole): AdminDetail => ({
  id: 7,
  username: 'mara',
  displayName: 'mara',
  nickname: '',
  email: '',
  adminStatus,
  reportsTo: '',
  reportsToId: null,
  blocked: false,
  unblockRefusal: '',
  devices: 0,
  twoFactor: false,
  passkeys: 0,
  featureAccessDTOs: featurePermissions.map((featurePermission) => ({ featurePermission, featureAccess: 'NO_ACCESS' })),
  customSidebar: null,
  createdAt: '2026-11-01T08:00:00Z',
  refusal: '',
  signInRefusal: '',
});

/** The options of the status, and which one is chosen. */
function choices(adminStatus: AdminRole) {
  const { box } = mount(<StatusSection admin={adminWith(adminStatus)} mayChange={false} />);
  return [...box.querySelectorAll<HTMLInputElement>('input[type=radio]')].map(({ labels, checked }) => ({
    label: labels?.[0]?.textContent,
    checked,
  }));
}

describe('the admin status in the settings', () => {
  it.each([
    ['ADMIN', [true, false]],
    ['SUPER_ADMIN', [true, false]],
    ['NON_ADMIN', [false, true]],
    ['PENDING', [false, false]],
  ] as const)('[SPEC 2.65] is Admin or Non Admin: %s', (adminStatus, [admin, nonAdmin]) => {
    expect(choices(adminStatus)).toEqual([
      { label: 'Admin', checked: admin },
      { label: 'Non Admin', checked: nonAdmin },
    ]);
  });

  it('[SPEC 4.19] is called Pending for who waits', () => {
    const { box } = mount(<AdminStatus adminStatus="PENDING" blocked={false} />);
    expect(box.textContent).toBe('Pending');
  });
});
