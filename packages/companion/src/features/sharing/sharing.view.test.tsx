import { capabilities, capabilityNames } from '@fairwatch/contract';
import { createStore } from '@fairwatch/device/core';
import { expect, it } from 'vitest';
import { mount } from '../../core/components/mount-for-test.tsx';
import { CompanionContext } from '../../core/live/companion-context.ts';
import { SharingView } from './sharing.view.tsx';

/** A companion that has only what this page uses, with what was asked for when it joined. */
function draw(asked?: object): Element {
  const grants = { capabilities: [], paused: false, hours: null };
  const live = createStore({
    grants,
    usedKinds: capabilityNames,
    pendingDecisions: [],
    supervision: null,
    readNotice: 0,
    ground: null,
  });
  const companion = { live, offers: null, saved: { asked }, client: {} };
  return mount(
    <CompanionContext value={companion as never}>
      <SharingView details={{}} />
    </CompanionContext>,
  );
}

it('says which kinds were asked for when the person joined, and why, beside their switches; all are off', () => {
  const page = draw({ by: 'maria', kinds: [{ capability: 'LOCATION', reason: 'To find you on the trip' }] });
  const cards = [...page.querySelectorAll('section')];
  const asked = cards.filter(({ textContent }) => textContent?.includes('maria asked for it when you joined'));
  expect(asked.map((card) => card.querySelector('h2')?.textContent)).toEqual([capabilities.LOCATION.title]);
  expect(asked[0]?.textContent).toContain('because: “To find you on the trip”');
  expect([...page.querySelectorAll<HTMLInputElement>('input')].filter(({ checked }) => checked)).toEqual([]);
});

it('says nothing of it on a phone that joined with an earlier version', () => {
  expect(draw().textContent).not.toContain('asked for it');
});
