import { setTimeout as delay } from 'node:timers/promises';
import type { EngineWindow } from './engine.ts';
import { findInPage, markAttribute, type Query, type Seen, type SentQuery } from './find-in-page.ts';
import reasonTexts from '../../../packages/console/src/shared/reason-gate/reasons.texts.json' with { type: 'json' };

/** Long, since three engines share a machine with whatever else runs there. */
const patienceMs = 60_000;
const everyMs = 60;
const marked = `[${markAttribute}]`;

/** A person before a window: looks, clicks and types, and waits as people do until there is something to click. */
export interface Hands {
  window: EngineWindow;
  open(path: string): Promise<void>;
  /** Goes to another page of the console or the companion as a link does, without a reload. */
  visit(path: string): Promise<void>;
  see(query: Query, withinMs?: number): Promise<Seen>;
  /** Waits until it is there so many times. */
  count(query: Query, times: number): Promise<void>;
  gone(query: Query): Promise<void>;
  click(query: Query): Promise<void>;
  write(query: Query, text: string): Promise<void>;
  choose(query: Query, ...paths: string[]): Promise<void>;
  /** Waits until the expression is true in the page. */
  until(what: string, expression: string): Promise<void>;
}

export function handsOn(window: EngineWindow, base: string): Hands {
  const look = (query: Query, bring = false) =>
    window.run<Seen>(`(${findInPage})(${JSON.stringify(sent(query))}, '${markAttribute}', ${bring})`);

  async function wait<Result>(what: string, withinMs: number, attempt: () => Promise<Result | null>): Promise<Result> {
    const deadline = Date.now() + withinMs;
    let problem = '';
    for (;;) {
      try {
        const result = await attempt();
        if (result !== null) return result;
        if (await answerReason()) continue;
      } catch (error) {
        problem = `: ${error instanceof Error ? error.message : String(error)}`;
      }
      if (Date.now() > deadline) throw new Error(`Not within ${withinMs / 1000} s: ${what}${problem}`);
      await delay(everyMs);
    }
  }

  const question: Query = { role: 'dialog', name: reasonTexts.title };
  /** Gives a reason whenever the console asks for one, as an admin would. */
  async function answerReason(): Promise<boolean> {
    if ((await look(question)).count === 0) return false;
    const field = await look({ role: 'textarea', within: question }, true);
    if (field.value === '') await window.type(marked, 'Trying this browser');
    const confirm: Query = { role: 'button', name: reasonTexts.confirm, within: question };
    const button = await look(confirm, true);
    if (button.count > 0 && !button.disabled) await window.click(marked);
    await delay(everyMs);
    return true;
  }

  const seen = (query: Query, withinMs = patienceMs) =>
    wait(`${told(query)} is shown`, withinMs, async () => {
      const found = await look(query);
      return found.count > 0 ? found : null;
    });

  return {
    window,
    open: (path) => window.open(base + path),
    visit: async (path) => void (await window.run(`history.pushState(null, '', ${JSON.stringify(path)})`)),
    see: seen,
    count: (query, times) =>
      wait(`${told(query)} is shown ${times} times`, patienceMs, async () => {
        return (await look(query)).count === times ? undefined : null;
      }),
    gone: (query) =>
      wait(`${told(query)} is gone`, patienceMs, async () => ((await look(query)).count === 0 ? undefined : null)),
    click: (query) =>
      wait(`${told(query)} can be clicked`, patienceMs, async () => {
        const found = await look(query, true);
        if (found.count === 0 || found.disabled) return null;
        if (found.covered !== null) {
          if (await answerReason()) return null;
          throw new Error(`${found.covered} lies above it`);
        }
        await window.click(marked);
        // A page that moved meanwhile has let the click go beside it. What is gone was clicked.
        const missed = await window.run<boolean>(
          `document.querySelector('${marked}')?.getAttribute('${markAttribute}') === ''`,
        );
        return missed ? null : undefined;
      }),
    async write(query, text) {
      await wait(`${told(query)} can be written into`, patienceMs, async () => {
        const found = await look(query, true);
        if (found.count === 0 || found.disabled) return null;
        if (found.covered !== null && (await answerReason())) return null;
        await window.run(`(document.querySelector('${marked}').focus(), document.querySelector('${marked}').select())`);
        await window.type(marked, text);
        return undefined;
      });
      await wait(`${told(query)} has what was typed`, patienceMs, async () =>
        (await look(query)).value === text ? undefined : null,
      );
    },
    choose: (query, ...paths) =>
      wait(`${told(query)} takes files`, patienceMs, async () => {
        if ((await look({ ...query, hidden: true })).count === 0) return null;
        await window.choose(marked, paths);
        return undefined;
      }),
    until: (what, expression) =>
      wait(what, patienceMs, async () => ((await window.run<boolean>(expression)) === true ? undefined : null)),
  };
}

function plain(words: string | RegExp): string | { pattern: string } {
  return typeof words === 'string' ? words : { pattern: words.source };
}

function sent({ name, text, within, ...rest }: Query): SentQuery {
  return {
    ...rest,
    ...(name !== undefined && { name: plain(name) }),
    ...(text !== undefined && { text: plain(text) }),
    ...(within && { within: sent(within) }),
  };
}

function told({ role, name, text, within }: Query): string {
  const words = [role, name, text].filter((part) => part !== undefined).join(' ');
  return within ? `${words} in ${told(within)}` : words;
}
