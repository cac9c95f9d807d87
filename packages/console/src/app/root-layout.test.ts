import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { focusHeading } from './root-layout.tsx';

const find = (selector: string) => document.querySelector<HTMLElement>(selector);

beforeEach(() => {
  document.body.innerHTML = `
    <header><button>Menu</button><input aria-label="Switch device" /></header>
    <main><h1>Contacts</h1><input aria-label="Search" /></main>`;
});

afterEach(() => document.body.replaceChildren());

describe('focus after a navigation', () => {
  it('moves to the heading of the new page', () => {
    const menu = find('button');
    menu?.focus();
    focusHeading(menu);
    expect(document.activeElement).toBe(find('h1'));
  });

  it('moves to the heading also from an input, and after a closed dialog has restored it elsewhere', () => {
    const field = find('header input');
    field?.focus();
    focusHeading(field);
    expect(document.activeElement).toBe(find('h1'));
    find('button')?.focus();
    focusHeading(field);
    expect(document.activeElement).toBe(find('h1'));
  });

  it('stays where the new page has put it', () => {
    find('main input')?.focus();
    focusHeading(document.body);
    expect(document.activeElement).toBe(find('main input'));
  });

  it('stays in a field that was focused during the navigation', () => {
    find('header input')?.focus();
    focusHeading(find('h1'));
    expect(document.activeElement).toBe(find('header input'));
  });
});
