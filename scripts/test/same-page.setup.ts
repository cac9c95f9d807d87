import { afterAll } from 'vitest';

// A click on a link, such as one that saves a file, takes happy-dom to another page, and the next files of the worker start there: their
// relative addresses are invalid. So the file that causes it fails, instead of any other.
afterAll(() => {
  const { location } = globalThis as { location?: { origin: string; href: string } };
  if (location === undefined || location.origin === 'http://localhost:3000') return;
  const { href } = location;
  location.href = 'http://localhost:3000/';
  throw new Error(`A test of this file left the page for ${href}. Replace the click on the link by a mock.`);
});
