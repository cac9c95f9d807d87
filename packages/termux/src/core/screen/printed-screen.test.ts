import { expect, it, onTestFinished, vi } from 'vitest';
import { createFakeTerminal } from '../../testing/fake-terminal.ts';
import { ask, askText, showWhile } from './ask.ts';
import { openScreen } from './open-screen.ts';
import { action, text } from './view.ts';

function setUp() {
  const terminal = createFakeTerminal({ isInteractive: false });
  const onInputEnd = vi.fn<() => void>();
  const screen = openScreen({
    terminal,
    header: () => ({ text: 'Fairwatch', state: 'Not joined', style: 'plain' }),
    onQuit: () => undefined,
    onInputEnd,
  });
  onTestFinished(() => screen.end());
  return { terminal, screen, onInputEnd };
}

it('takes each answer for the page that asks for it, also when all of them come at once', async () => {
  const { terminal, screen } = setUp();
  terminal.type('2\nsomething\nada\n');
  const choice = await ask<string>(screen, (answer) => ({
    view: () => ({
      title: 'Choose',
      blocks: [text('One of'), action('a', () => answer('a')), action('b', () => answer('b'))],
    }),
  }));
  const slow = Promise.withResolvers<void>();
  const waiting = showWhile(screen, { title: 'Waiting', blocks: [text('One moment')] }, slow.promise);
  await vi.waitFor(() => expect(terminal.text()).toContain('-- Waiting --'));
  slow.resolve();
  await waiting;
  const name = await askText(screen, {
    title: 'Name',
    label: 'Username',
    maxLength: 20,
    refuse: (typed) => (typed.length > 5 ? 'Too long.' : null),
  });
  expect([choice, name]).toEqual(['b', 'ada']);
  expect(terminal.text()).toContain('Too long.');
  expect(terminal.written()).not.toContain('\u001B');
});

it('says what to type, takes what is proposed, and tells when there is nobody', async () => {
  const { terminal, screen, onInputEnd } = setUp();
  const folder = askText(screen, { title: 'Folder', label: 'Which', initial: '~/shared', maxLength: 20 });
  await vi.waitFor(() => expect(terminal.text()).toContain('Which [~/shared] (:b goes back):'));
  terminal.type('\n');
  expect(await folder).toBe('~/shared');
  const other = askText(screen, { title: 'Other', label: 'Which', maxLength: 20 });
  await vi.waitFor(() => expect(terminal.text()).toContain('-- Other --'));
  terminal.type(':b\n');
  expect(await other).toBeNull();
  screen.open({ view: () => ({ title: 'Last', blocks: [action('Only', () => undefined)] }) });
  terminal.type('9\n');
  await vi.waitFor(() => expect(terminal.text()).toContain('Please type one of the numbers.'));
  expect(onInputEnd).not.toHaveBeenCalled();
  terminal.endInput();
  await vi.waitFor(() => expect(onInputEnd).toHaveBeenCalledTimes(1));
});
