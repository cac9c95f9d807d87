import type { SavedDevice } from '@fairwatch/device/core';
import { readBrowserFacts } from './core/browser/browser-facts.ts';
import { browserOffers } from './core/browser/browser-offers.ts';
import { watchVitals } from './core/browser/browser-vitals.ts';
import { createCompanion, type Companion } from './core/live/companion.ts';
import { isNoticeShown } from './core/live/notice-shown.ts';
import type { Database } from './core/storage/database.ts';
import { loadSettings } from './core/storage/saved-device.ts';
import { loadOutgoingFiles, loadTicketCache } from './core/tickets/saved-tickets.ts';
import { loadNotice } from './core/texts/companion-language.ts';
import { createAbilities } from './registry.ts';

/** Creates the device from its stored state. It is not started yet. */
export async function createJoined(database: Database, saved: SavedDevice): Promise<Companion> {
  await loadNotice(saved.language);
  const [settings, messages, tickets, outgoingFiles, facts, vitals] = await Promise.all([
    loadSettings(database),
    database.getAll('messages'),
    loadTicketCache(database),
    loadOutgoingFiles(database),
    readBrowserFacts(),
    watchVitals(isNoticeShown),
  ]);
  return createCompanion({
    database,
    saved,
    settings,
    messages: messages.toSorted((a, b) => b.receivedAt.localeCompare(a.receivedAt)),
    tickets,
    outgoingFiles,
    facts,
    offers: browserOffers(),
    vitals,
    abilities: (live) => createAbilities({ database, live }),
  });
}
