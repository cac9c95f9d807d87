import type { Collectors, Work } from './core/handlers.ts';
import type { Random } from './core/fake/random.ts';
import { fakeContacts } from './features/contacts/contacts.fake.ts';
import { fakeMessages } from './features/messages/messages.fake.ts';

/** How a simulated phone hands something out: at its own speed, and not always. */
export type Share = <Rows>(collect: (work?: Work) => Rows | Promise<Rows>) => (work?: Work) => Promise<Rows>;

/** What a simulated phone has to share, one entry per feature. */
export function fakeCollectors(random: (purpose: string) => Random, share: Share) {
  return {
    contacts: share(fakeContacts(random('contacts'))),
    messages: share(fakeMessages(random('messages'))),
  } satisfies Collectors;
}
