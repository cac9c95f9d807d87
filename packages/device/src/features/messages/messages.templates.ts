import type { Random } from '../../fake/random.ts';
import { slots } from './messages.dialogues.ts';

/** Fills the placeholders of one dialogue: {food} is the same in every line, {food2} is another value. */
export function fillSlots(random: Random): (words: string) => string {
  const chosen = new Map<string, string>();
  const choose = (slot: string): string => {
    const known = chosen.get(slot);
    if (known !== undefined) return known;
    const choices = slots[slot.replace(/\d$/, '')];
    if (!choices) throw new Error(`Nothing to put in for {${slot}}.`);
    const value = random.pick(choices.filter((choice) => ![...chosen.values()].includes(choice)));
    chosen.set(slot, value);
    return value;
  };
  return (words) => sentence(words.replaceAll(/\{(\w+)\}/g, (_, slot: string) => choose(slot)));
}

/** Capitalises the first letter, since a placeholder may stand at the beginning of a sentence. */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
