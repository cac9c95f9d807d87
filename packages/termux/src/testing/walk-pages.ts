import { waitFor, type RunningProgram } from './termux-program.ts';

/** Reads and answers the pages of a program that has no terminal: it prints them, and takes the answers as lines. */
export interface PageWalker {
  /** Waits for a page with this title that was printed after the last answer; resolves with its text. */
  see(title: string | RegExp): Promise<string>;
  /** Waits for a page with this to choose, and chooses it. */
  choose(label: string | RegExp): Promise<void>;
  /** Waits for a page that asks for this text, and types it. */
  fill(label: string | RegExp, text: string): Promise<void>;
  /** Waits for any page that asks for something; resolves with what it is. */
  next(): Promise<PrintedPage>;
  answer(line: string): void;
}

/** A page as the program printed it. */
export interface PrintedPage {
  title: string;
  text: string;
  /** What can be chosen, in the order of its numbers. */
  actions: string[];
  /** The label of the line that it asks for; null when a number is asked for, or nothing. */
  field: string | null;
}

/** Title, text, and what is asked for, without what is proposed for it. */
const pattern = /\n-- (.*?) -- [^\n]*\n([^]*?)\n([^\n]*?)(?: \[[^\n]*\])?(?: \(:b goes back\))?:\n$/;

export function walkPages(program: RunningProgram): PageWalker {
  /** How much the program had printed when it got its last answer. */
  let answeredAt = 0;

  function read(): PrintedPage | undefined {
    const printed = program.output().slice(answeredAt);
    const begin = printed.lastIndexOf('\n-- ');
    const [, title = '', text = '', asked = ''] = pattern.exec(begin === -1 ? '' : printed.slice(begin)) ?? [];
    if (title === '') return undefined;
    const actions = readActions(text);
    return { title, text, actions, field: asked === 'Number' ? null : asked };
  }

  function answer(line: string): void {
    answeredAt = program.output().length;
    program.type(line);
  }

  async function wait<Found>(find: (page: PrintedPage) => Found | undefined, what: string): Promise<Found> {
    const look = () => {
      const page = read();
      return page && find(page);
    };
    return await waitFor(look, what, () => program.output().slice(-3000));
  }

  return {
    answer,
    next: async () => await wait((page) => page, 'a page'),
    see: async (title) => await wait((page) => (matches(page.title, title) ? page.text : undefined), String(title)),
    async choose(label) {
      const find = ({ actions }: PrintedPage) => {
        const place = actions.findIndex((each) => matches(each, label));
        return place === -1 ? undefined : place + 1;
      };
      answer(String(await wait(find, `something to choose like ${String(label)}`)));
    },
    async fill(label, text) {
      await wait(
        ({ field }) => (field !== null && matches(field, label) ? true : undefined),
        `to fill in ${String(label)}`,
      );
      answer(text);
    },
  };
}

/** What can be chosen: lines with numbers that count up. Other lines may begin with a number, too. */
function readActions(text: string): string[] {
  const labels: string[] = [];
  for (const [, number, label = ''] of text.matchAll(/^  (\d+) (?:\[.\] )?(.*)$/gm)) {
    if (Number(number) === labels.length + 1) labels.push(label);
  }
  return labels;
}

function matches(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? text === wanted : wanted.test(text);
}
