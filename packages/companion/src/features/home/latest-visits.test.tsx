import { createStore } from '@fairwatch/device/core';
import { logWords } from '@fairwatch/device/words';
import { expect, it } from 'vitest';
import { mount } from '../../core/components/mount-for-test.tsx';
import { CompanionContext } from '../../core/live/companion-context.ts';
import { LatestVisits } from './latest-visits.tsx';

function draw(connection: 'connected' | 'waiting') {
  const live = createStore({ connection, done: 0 });
  const client = { log: { readVisits: () => Promise.withResolvers().promise } };
  return mount(
    <CompanionContext value={{ live, client } as never}>
      <LatestVisits />
    </CompanionContext>,
  ).textContent;
}

it('says that the log waits for the server only while it is not connected', () => {
  expect(draw('waiting')).toContain(logWords('notConnected'));
  const text = draw('connected');
  expect(text).toContain(logWords('reading'));
  expect(text).not.toContain(logWords('notConnected'));
});
