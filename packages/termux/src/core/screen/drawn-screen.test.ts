import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFakeTerminal } from '../../testing/fake-terminal.ts';
import { askText, askYesOrNo } from './ask.ts';
import { openScreen } from './open-screen.ts';
import { action, prose, text, type Block, type Page } from './view.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

function setUp({ columns = 40, rows = 12, hasColours = false } = {}) {
  const terminal = createFakeTerminal({ columns, rows, hasColours });
  const onQuit = vi.fn<() => void>();
  const screen = openScreen({
    terminal,
    header: () => ({ text: 'Supervised by maria', state: 'Connected', style: 'good' }),
    onQuit,
  });
  onTestFinished(() => screen.end());
  const show = (blocks: () => readonly Block[], title = 'Title'): Page => {
    const page: Page = { view: () => ({ title, blocks: blocks() }) };
    screen.open(page);
    return page;
  };
  const drawn = async () => {
    await turn();
    await turn();
    return terminal.rows();
  };
  return { terminal, screen, show, drawn, onQuit };
}

describe('a page', () => {
  it('has the header, its title, its lines and the keys', async () => {
    const { show, drawn } = setUp();
    show(() => [text('Some words that are longer than one row of this phone'), action('Go on', () => undefined)]);
    expect((await drawn()).slice(0, 6)).toEqual([
      'Supervised by maria            Connected',
      'Title',
      'Some words that are longer than one row',
      'of this phone',
      '',
      '> 1 Go on',
    ]);
  });

  it('is written only where it has changed', async () => {
    const { terminal, screen, show, drawn } = setUp();
    let words = 'one';
    show(() => [text('first'), text(words)]);
    await drawn();
    const before = terminal.writes();
    screen.refresh();
    await drawn();
    expect(terminal.writes()).toBe(before);
    words = 'two';
    screen.refresh();
    screen.refresh();
    await drawn();
    expect(terminal.writes()).toBe(before + 1);
    expect(terminal.written().endsWith('\u001B[4;1Htwo\u001B[K')).toBe(true);
  });

  it('is drawn anew after a change of size', async () => {
    const { terminal, show, drawn } = setUp();
    show(() => [text('Some words that are longer than forty columns')]);
    await drawn();
    terminal.resize(80, 10);
    expect((await drawn())[2]).toBe('Some words that are longer than forty columns');
  });

  it('has colours only where they are wanted', async () => {
    const plain = setUp();
    plain.show(() => [text('careful', 'bad')]);
    await plain.drawn();
    expect(plain.terminal.written()).not.toContain('\u001B[31m');
    const coloured = setUp({ hasColours: true });
    coloured.show(() => [text('careful', 'bad')]);
    await coloured.drawn();
    expect(coloured.terminal.written()).toContain('\u001B[31mcareful\u001B[0m');
  });

  it('gives the terminal back, once', async () => {
    const { terminal, screen, show, drawn } = setUp();
    const closed = vi.fn<() => void>();
    screen.open({ view: () => ({ title: '', blocks: [] }), opened: () => closed });
    show(() => []);
    await drawn();
    screen.end();
    screen.end();
    expect(terminal.written().split('\u001B[?1049l')).toHaveLength(2);
    expect(terminal.written().endsWith('\u001B[?25h\u001B[?1049l')).toBe(true);
    expect(closed).toHaveBeenCalledTimes(1);
  });
});

describe('what can be chosen', () => {
  it('is only what is visible: a long text is read to its end first', async () => {
    const { terminal, show, drawn } = setUp();
    const agree = vi.fn<() => void>();
    const lines = Array.from({ length: 40 }, (_, place) => `Line ${place + 1}`);
    show(() => [prose(lines.join('\n')), action('I have read it', agree)]);
    await drawn();
    terminal.type('1');
    expect(agree).not.toHaveBeenCalled();
    for (let presses = 0; presses < 4; presses += 1) terminal.press('enter');
    expect(agree).not.toHaveBeenCalled();
    expect((await drawn()).join('\n')).toContain('▼ more');
    terminal.press('enter');
    expect((await drawn()).join('\n')).toContain('> 1 I have read it');
    terminal.press('enter');
    expect(agree).toHaveBeenCalledTimes(1);
  });

  it('stays under the cursor when something comes above it', async () => {
    const { terminal, screen, show, drawn } = setUp();
    const chosen: string[] = [];
    let labels = ['two', 'three'];
    show(() => labels.map((label) => action(label, () => void chosen.push(label))));
    await drawn();
    terminal.press('down');
    labels = ['one', 'two', 'three'];
    screen.refresh();
    await drawn();
    terminal.press('enter');
    expect(chosen).toEqual(['three']);
  });

  it('is reached by arrows in both directions, however long its page is', async () => {
    const { terminal, show, drawn } = setUp();
    const chosen: number[] = [];
    show(() =>
      Array.from({ length: 20 }, (_, place) =>
        action(`Item ${place}`, () => void chosen.push(place), {
          hints: ['A hint that takes more than one row of it'],
        }),
      ),
    );
    await drawn();
    for (let presses = 0; presses < 200; presses += 1) terminal.press('down');
    terminal.press('enter');
    for (let presses = 0; presses < 200; presses += 1) terminal.press('up');
    terminal.press('enter');
    expect(chosen).toEqual([19, 0]);
  });

  it('tells why it failed', async () => {
    const { terminal, show, drawn } = setUp();
    show(() => [action('Try', async () => Promise.reject(new Error('It did not work.')))]);
    await drawn();
    terminal.press('enter');
    await vi.waitFor(async () => expect((await drawn()).join('\n')).toContain('It did not work.'));
  });

  it('is nothing of what is pasted', async () => {
    const { terminal, show, drawn } = setUp();
    const run = vi.fn<() => void>();
    show(() => [action('Allow', run)]);
    await drawn();
    terminal.type('\u001B[200~1\r\u001B[201~');
    await drawn();
    expect(run).not.toHaveBeenCalled();
  });
});

describe('questions', () => {
  it('for a text take what is typed and pasted, with corrections', async () => {
    const { terminal, screen, drawn } = setUp();
    const answer = askText(screen, {
      title: 'Name',
      label: 'Username',
      maxLength: 8,
      refuse: (typed) => (typed.length < 3 ? 'Too short.' : null),
    });
    await drawn();
    terminal.type('ab');
    terminal.press('enter');
    await vi.waitFor(async () => expect((await drawn()).join('\n')).toContain('Too short.'));
    terminal.press('left');
    terminal.type('x');
    terminal.press('end', 'backspace');
    terminal.type('\u001B[200~ 12\n3456789\u001B[201~');
    expect((await drawn()).join('\n')).toContain('ax12 345');
    terminal.press('enter');
    expect(await answer).toBe('ax12 345');
  });

  it('for yes or no are answered with no by who goes back', async () => {
    const { terminal, screen, drawn } = setUp();
    const answer = askYesOrNo(screen, { title: 'Sure?', blocks: [], yes: 'Yes', no: 'No' });
    expect((await drawn())[2]).toBe('> 1 No');
    terminal.press('escape');
    expect(await answer).toBe(false);
  });

  it('are left by Ctrl+C', async () => {
    const { terminal, screen, drawn, onQuit } = setUp();
    void askYesOrNo(screen, { title: 'Sure?', blocks: [], yes: 'Yes', no: 'No' });
    await drawn();
    terminal.press('quit');
    expect(onQuit).toHaveBeenCalledTimes(1);
  });
});
