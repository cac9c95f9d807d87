import { capabilities, capabilityNames, groundNotStated, type Ground } from '@fairwatch/contract';
import { createStore } from '@fairwatch/device/core';
import { expect, it } from 'vitest';
import { mount } from '../../core/components/mount-for-test.tsx';
import { CompanionContext } from '../../core/live/companion-context.ts';
import { SharingView } from './sharing.view.tsx';

/** A companion that has only what this page uses, with what was asked for when it joined. */
function draw(asked?: object, ground: Ground = groundNotStated, state: object = {}): Element {
  const grants = { capabilities: [], paused: false, hours: null };
  const live = createStore({
    grants,
    usedKinds: capabilityNames,
    pendingDecisions: [],
    supervision: null,
    readNotice: 0,
    ground,
    requested: {},
    questions: [],
    ...state,
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

it('says beside a switch which admin asked for it last, on which day and why, and whether that waits for an answer', () => {
  const at = new Date(new Date().getFullYear(), 10, 14, 12).toISOString();
  const requested = {
    CAMERA: { requestId: 7, by: 'Ada Berg (ada)', reason: null, at },
    LOCATION: { requestId: 8, by: 'Ada Berg (ada)', reason: 'The bus is late', at },
  };
  const page = draw({ by: 'maria', kinds: [{ capability: 'LOCATION', reason: 'The trip' }] }, undefined, {
    requested,
    questions: [{ requestId: 8 }],
  });
  const textOf = (name: keyof typeof requested) =>
    [...page.querySelectorAll('section')].find(
      (card) => card.querySelector('h2')?.textContent === capabilities[name].title,
    )?.textContent;
  expect(textOf('CAMERA')).toMatch(/Asked by Ada Berg \(ada\), (?:14 Nov|Nov 14)(?!.*waits)/);
  expect(textOf('LOCATION')).toMatch(/Asked by Ada Berg .*, because: “The bus is late” It waits for your answer\./);
  expect(page.textContent).not.toContain('The trip');
});
