import { capabilities, type Grant } from '@fairwatch/contract';
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { mount } from '../../../../core/components/mount-for-test.tsx';
import { addTexts } from '../../../../core/i18n/i18n.ts';
import { sessionStore } from '../../../../core/session/session-store.ts';
import texts from '../overview.texts.json';
import { ConsentCard } from './consent-card.tsx';

addTexts('overview', texts);
afterEach(() => act(() => sessionStore.logout()));

const grant = (capability: Grant['capability'], granted: boolean, asked: Grant['asked'] = null): Grant => ({
  ...capabilities[capability],
  capability,
  granted,
  since: null,
  asked,
});

it('shows side by side what was asked for at joining, by whom and why, what is shared of it, and what is not', () => {
  act(() => sessionStore.setProfile({ adminRole: 'ADMIN', username: 'maria', featureAccessDTOs: [] }));
  const grants = [
    grant('CONTACTS', true, { by: 'maria', mine: true, reason: 'To reach your parents' }),
    grant('LOCATION', false, { by: 'otto', mine: false, reason: 'To find you' }),
    grant('CALENDAR', true),
  ];
  // Paused, so that nothing is offered to be asked for.
  const state = { pausedSince: '2026-11-15T10:00:00.000Z', heldSince: null, hours: null, hoursBeginAt: null };
  const { box } = mount(<ConsentCard deviceId={7} grants={{ ...state, grants }} offers={null} />);
  expect(box.textContent).toContain('Asked for at joining: 2 kinds; 1 shared, 1 not shared.');
  expect([...box.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Contacts: SharedYou asked for it when they joined, because: “To reach your parents”.',
    'Location: Not sharedotto asked for it when they joined, because: “To find you”.',
    'Calendar: Shared',
  ]);
});
