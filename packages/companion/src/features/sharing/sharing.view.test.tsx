import { capabilities, capabilityNames, groundNotStated, type Ground } from '@fairwatch/contract';
import { createStore } from '@fairwatch/device/core';
import { expect, it } from 'vitest';
import { mount } from '../../core/components/mount-for-test.tsx';
import { CompanionContext } from '../../core/live/companion-context.ts';
import { SharingView } from './sharing.view.tsx';

/** A companion that has only what this page uses, with what was asked for when it joined. */
function draw(asked?: object, ground: Ground = groundNotStated): Element {
  const grants = { capabilities: [], paused: false, hours: null };
  const live = createStore({
    grants,
    usedKinds: capabilityNames,
    pendingDecisions: [],
    supervision: null,
    readNotice: 0,
    ground,
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

it('says what each kind shares in the simple words of the notice to somebody who has a guardian', () => {
  const page = draw(undefined, { ...groundNotStated, guardian: 'Ines Berg' });
  expect(page.textContent).toContain('Who you called, who called you, and for how long.');
  expect(page.textContent).not.toContain(capabilities.CALL_LOG.shares);
});
