import { ticketLimits, ticketPriorities, type TicketCategory, type TicketPriority } from '@fairwatch/contract';
import { problemText, ticketWords } from '@fairwatch/device/words';
import { isConnected, type Person } from '../../core/person/person.ts';
import { ask, askText, showWhile } from '../../core/screen/ask.ts';
import type { Screen } from '../../core/screen/screen.ts';
import { action, dim, facts, problem, quote, text } from '../../core/screen/view.ts';

const { titleMaxLength, descriptionMaxLength } = ticketLimits;

/** Asks for everything of a new ticket and sends it. Resolves with its number; null when there is none yet. */
export async function writeTicket({ device, screen }: Person): Promise<number | null> {
  const draft = await askForDraft(screen, device.live.get().ticketCategories);
  if (draft === null) return null;
  let refusal: string | null = null;
  while (await askToSend(screen, draft, refusal, isConnected(device))) {
    const opening = device.client.tickets.open(draft);
    if (!isConnected(device)) {
      // The device keeps it and sends it later.
      opening.catch(() => undefined);
      return null;
    }
    try {
      return (await showWhile(screen, { title: ticketWords('write'), blocks: [text(ticketWords('sending'))] }, opening))
        .ticketId;
    } catch (error) {
      refusal = problemText(error);
    }
  }
  return null;
}

interface Draft {
  title: string;
  description: string;
  category: TicketCategory;
  priority: TicketPriority;
}

async function askForDraft(screen: Screen, categories: readonly TicketCategory[]): Promise<Draft | null> {
  const title = await askText(screen, {
    title: ticketWords('write'),
    blocks: [dim(ticketWords('fields.title.hint'))],
    label: ticketWords('fields.title.label'),
    maxLength: titleMaxLength,
    refuse: (typed) => (typed === '' ? ticketWords('fields.title.missing') : null),
  });
  if (title === null) return null;
  const description = await askText(screen, {
    title: ticketWords('write'),
    label: ticketWords('fields.description.label'),
    maxLength: descriptionMaxLength,
    refuse: (typed) => (typed === '' ? ticketWords('fields.description.missing') : null),
  });
  if (description === null) return null;
  const category = await askOne(screen, ticketWords('fields.category'), categories, (value) =>
    ticketWords(`categories.${value}`),
  );
  if (category === null) return null;
  const priority = await askOne(screen, ticketWords('fields.priority'), ticketPriorities, (value) =>
    ticketWords(`priorities.${value}`),
  );
  return priority === null ? null : { title, description, category, priority };
}

function askOne<Value extends string>(
  screen: Screen,
  title: string,
  values: readonly Value[],
  words: (value: Value) => string,
): Promise<Value | null> {
  return ask<Value | null>(screen, (answer) => ({
    view: () => ({ title, blocks: values.map((value) => action(words(value), () => answer(value))) }),
    back: () => answer(null),
  }));
}

/** Shows the whole ticket before it is sent, and why the server refused it if it did. */
function askToSend(screen: Screen, draft: Draft, refusal: string | null, connected: boolean): Promise<boolean> {
  return ask<boolean>(screen, (answer) => ({
    view: () => ({
      title: ticketWords('write'),
      blocks: [
        ...problem(refusal),
        facts([
          [ticketWords('fields.title.label'), draft.title],
          [ticketWords('fields.category'), ticketWords(`categories.${draft.category}`)],
          [ticketWords('fields.priority'), ticketWords(`priorities.${draft.priority}`)],
        ]),
        quote(draft.description),
        dim(connected ? ticketWords('readers') : `${ticketWords('readers')} ${ticketWords('sentLater')}`),
        action(ticketWords('send'), () => answer(true)),
      ],
    }),
    back: () => answer(false),
  }));
}
