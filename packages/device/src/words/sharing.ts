import { capabilities, translator, type Capability, namesText } from '@fairwatch/contract';
import texts from './texts/sharing.texts.json' with { type: 'json' };

/** What the page of the switches says. */
export const sharingWords = translator('device/sharing', texts);

/** When a kind of client sends a kind of data, in words for the person. What it contains is in the notice. */
export function whenSharedText(client: 'BROWSER' | 'TERMUX', capability: Capability): string {
  return sharingWords(`when.${client}.${capability}`);
}

/** The titles of what is shared, in one line. */
export function sharedText(shared: readonly Capability[]): string {
  return shared.length === 0 ? sharingWords('nothing') : namesText(shared.map((name) => capabilities[name].title));
}

/** The retention time in words. */
export function keptText(days: number | null | undefined): string {
  if (days === undefined) return '';
  if (days === null) return sharingWords('notKept');
  return sharingWords('kept', { count: days });
}
