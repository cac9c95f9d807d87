import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { focusHeading } from './focus-heading.ts';

const place = (selector: string) => document.querySelector<HTMLElement>(selector);

beforeEach(() => {
  document.body.innerHTML = `
    <header><button>Menu</button><input aria-label="Switch device" /></header>
    <main><h1>Contacts</h1><input aria-label="Search" /></main>`;
});

afterEach(() => document.body.replaceChildren());

describe('after a navigation', () => {
  it('goes to the heading of the new page', () => {
    const menu = place('button');
    menu?.focus();
    focusHeading(menu);
    expect(document.activeElement).toBe(place('h1'));
  });

  it('goes there too from the field that led to the page, and from where a closed dialog returned it', () => {
    const field = place('header input');
    field?.focus();
    focusHeading(field);
    expect(document.activeElement).toBe(place('h1'));
    place('button')?.focus();
    focusHeading(field);
    expect(document.activeElement).toBe(place('h1'));
  });

  it('leaves it where the page has put it', () => {
    place('main input')?.focus();
    focusHeading(document.body);
    expect(document.activeElement).toBe(place('main input'));
  });

  it('leaves it with whoever began to type elsewhere while the page came', () => {
    place('header input')?.focus();
    focusHeading(place('h1'));
    expect(document.activeElement).toBe(place('header input'));
  });
});
