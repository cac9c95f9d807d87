import { harmlessLine } from './harmless.ts';
import type { Key } from './keys.ts';
import type { OpenPage } from './page-stack.ts';

type Typed = Pick<OpenPage, 'typed' | 'place'>;

/** Changes what is typed by one key. Returns false for a key that does nothing here. */
export function editField(entry: Typed, key: Key, maxLength: number): boolean {
  const characters = Array.from(entry.typed);
  const put = (next: readonly string[], place: number) => {
    entry.typed = next.join('');
    entry.place = Math.min(next.length, Math.max(0, place));
  };
  switch (key.name) {
    case 'text': {
      const room = Math.max(0, maxLength - characters.length);
      const added = Array.from(harmlessLine(key.isPasted ? key.text.trim() : key.text)).slice(0, room);
      put(characters.toSpliced(entry.place, 0, ...added), entry.place + added.length);
      return true;
    }
    case 'backspace':
      if (entry.place > 0) put(characters.toSpliced(entry.place - 1, 1), entry.place - 1);
      return true;
    case 'delete':
      put(characters.toSpliced(entry.place, 1), entry.place);
      return true;
    case 'clear':
      put([], 0);
      return true;
    case 'left':
      put(characters, entry.place - 1);
      return true;
    case 'right':
      put(characters, entry.place + 1);
      return true;
    case 'home':
      put(characters, 0);
      return true;
    case 'end':
      put(characters, characters.length);
      return true;
    default:
      return false;
  }
}
