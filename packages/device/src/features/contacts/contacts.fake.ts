import { fakeEmail, fakePhoneNumber, type Acquaintance } from '../../fake/people.ts';
import { fakeAddress } from '../../fake/roads/addresses.ts';
import type { Random } from '../../fake/random.ts';
import { businesses, firstNames, lastNames, relations } from '../../fake/words.ts';
import type { RowOf } from '../../core/commands/handlers.ts';

type Contact = RowOf<'contacts'>;

const fewest = 40;
const most = 180;

/** An address book in which somebody is added, changed or removed between two readings. The regular contacts stay. */
export function fakeContacts(random: Random, circle: readonly Acquaintance[] = []): () => Contact[] {
  let made = 0;
  const add = (): Contact => ({ key: `contact-${(made += 1)}`, ...fakeContact(random) });
  const close = circle.map((known, place): Contact => {
    const email = place < 3 ? '' : fakeEmail(known.name, random);
    return { key: `circle-${place}`, ...known, email, address: random.chance(0.6) ? fakeAddress(random) : '' };
  });
  let book = Array.from({ length: random.int(fewest, 170) - close.length }, add);
  let read = false;

  return () => {
    if (read) {
      const gone = random.int(0, Math.min(2, close.length + book.length - fewest));
      book = book.slice(gone).map((contact) => (random.chance(0.03) ? moved(contact, random) : contact));
      while (close.length + book.length < most && random.chance(0.6)) book.push(add());
    }
    read = true;
    return [...close, ...book];
  };
}

function fakeContact(random: Random): Omit<Contact, 'key'> {
  const phoneNumber = fakePhoneNumber(random);
  const kind = random.next();
  if (kind < 0.06) return { name: random.pick(relations), phoneNumber, email: '', address: '' };
  if (kind < 0.16) {
    const name = random.pick(businesses);
    return { name, phoneNumber, email: fakeEmail(`hello ${name}`, random), address: fakeAddress(random) };
  }
  const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`;
  return {
    name,
    phoneNumber,
    email: random.chance(0.7) ? fakeEmail(name, random) : '',
    address: random.chance(0.45) ? fakeAddress(random) : '',
  };
}

function moved(contact: Contact, random: Random): Contact {
  return random.chance(0.5)
    ? { ...contact, phoneNumber: fakePhoneNumber(random) }
    : { ...contact, address: fakeAddress(random) };
}
