import { contacts } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fake/random.ts';
import { fakeCircle } from '../../fake/people.ts';
import { fakeContacts } from './contacts.fake.ts';

const seeds = Array.from({ length: 30 }, (_, seed) => String(seed));

describe('a fake address book', () => {
  it('has 40 to 180 contacts that fit the contract, each with its own key', () => {
    for (const seed of seeds) {
      const book = fakeContacts(seededRandom(seed))();
      expect(book.length).toBeGreaterThanOrEqual(40);
      expect(book.length).toBeLessThanOrEqual(180);
      expect(new Set(book.map(({ key }) => key)).size).toBe(book.length);
      for (const contact of book) expect(contacts.record.safeParse(contact).success).toBe(true);
    }
  });

  it('changes a little between two readings, and stays within its size', () => {
    for (const seed of seeds) {
      const read = fakeContacts(seededRandom(seed));
      const books = Array.from({ length: 40 }, () => read());
      const changes = books.slice(1).filter((book, place) => JSON.stringify(book) !== JSON.stringify(books[place]));
      expect(changes.length).toBeGreaterThan(30);
      for (const book of books) {
        expect(book.length).toBeGreaterThanOrEqual(40);
        expect(book.length).toBeLessThanOrEqual(180);
      }
    }
  });

  it('keeps those whom the person talks to again and again', () => {
    for (const seed of seeds) {
      const circle = fakeCircle(seededRandom(seed));
      const read = fakeContacts(seededRandom(seed), circle);
      const books = Array.from({ length: 10 }, () => read());
      for (const book of books) {
        expect(book.slice(0, circle.length)).toMatchObject(circle);
        expect(book.length).toBeGreaterThanOrEqual(40);
        expect(book.length).toBeLessThanOrEqual(180);
      }
    }
  });

  it('is the same for the same seed', () => {
    expect(fakeContacts(seededRandom('a'))()).toEqual(fakeContacts(seededRandom('a'))());
  });
});
