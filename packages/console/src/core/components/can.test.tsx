import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { contacts, profile, type AccessLevel } from '@fairwatch/contract';
import { sessionStore } from '../session/session-store.ts';
import { Can } from './can.tsx';
import { mount } from './mount-for-test.tsx';

function grantContacts(featureAccess: AccessLevel): void {
  act(() => sessionStore.setProfile({ featureAccessDTOs: [{ id: 1, featurePermission: 'CONTACTS', featureAccess }] }));
}

afterEach(() => act(() => sessionStore.logout()));

const update = (
  <Can use={contacts.update} otherwise="no">
    yes
  </Can>
);

it('[SPEC 6.7] per-admin feature access: Full Access draws the command, Read Only and No Access do not', () => {
  const { box } = mount(update);
  expect(box.textContent).toBe('no');
  grantContacts('READ_ONLY');
  expect(box.textContent).toBe('no');
  grantContacts('FULL_ACCESS');
  expect(box.textContent).toBe('yes');
  grantContacts('NO_ACCESS');
  expect(box.textContent).toBe('no');
});

it('renders content that needs only a session for every signed-in account, and nothing without a session', () => {
  const { box } = mount(<Can use={profile}>profile</Can>);
  expect(box.textContent).toBe('');
  grantContacts('NO_ACCESS');
  expect(box.textContent).toBe('profile');
});
