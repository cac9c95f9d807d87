/* oxlint-disable unicorn/consistent-function-scoping -- the page gets one function, with everything inside it */

/** What is looked for on a page, in the words of a screen reader. */
export interface Query {
  role: string;
  /** The whole accessible name, or what it must match; without it, any. */
  name?: string | RegExp;
  /** Somewhere in its text. */
  text?: string | RegExp;
  /** Only inside of this one. */
  within?: Query;
  /** Also what is not shown, such as the field for a file behind a button. */
  hidden?: boolean;
}

/** A query as it travels to the page. */
export type SentQuery = Omit<Query, 'name' | 'text' | 'within'> & {
  name?: string | { pattern: string };
  text?: string | { pattern: string };
  within?: SentQuery;
};

export interface Seen {
  count: number;
  /** Of the first one. */
  text: string;
  value: string;
  checked: boolean;
  disabled: boolean;
  /** What lies above its middle, if anything does. */
  covered: string | null;
}

/** The attribute by which the driver finds what was found here. */
export const markAttribute = 'data-engine-target';

/**
 * Finds elements by role and name, marks the first one, and says how it is. Runs in the page, so it uses nothing from outside. Roles and
 * names are as the markup of our own pages has them, not all that the standards know.
 */
export function findInPage(query: SentQuery, mark: string, bring: boolean): Seen {
  const selectors: Record<string, string> = {
    button: 'button, [role=button], summary',
    link: 'a[href]',
    heading: 'h1, h2, h3, h4, [role=heading]',
    field: 'input:not([type=checkbox], [type=radio], [type=file]), textarea, select',
    checkbox: 'input[type=checkbox]:not([role=switch])',
    switch: '[role=switch]',
    radio: 'input[type=radio], [role=radio]',
    file: 'input[type=file]',
    row: 'tbody tr',
    dialog: 'dialog[open], [role=dialog]',
    region: 'section, [role=region]',
    group: 'fieldset, [role=group], [role=radiogroup]',
    status: '[role=status], output',
    alert: '[role=alert]',
    listitem: 'li, [role=listitem]',
    log: '[role=log]',
    panel: ':popover-open',
    map: '[data-map]',
    audio: 'audio',
    text: 'body *',
    page: 'main',
  };
  const tidy = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const textOf = (element: Element) => tidy((element as HTMLElement).innerText ?? element.textContent);
  const fits = (text: string, wanted: SentQuery['name']) =>
    wanted === undefined || (typeof wanted === 'string' ? text === wanted : new RegExp(wanted.pattern).test(text));
  const nameOf = (element: Element) => {
    const labelledBy = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const byOthers = labelledBy.map((id) => tidy(document.getElementById(id)?.textContent)).join(' ');
    const labels = [...((element as HTMLInputElement).labels ?? [])].map((label) => tidy(label.textContent)).join(' ');
    const own = /^(?:INPUT|TEXTAREA|SELECT)$/.test(element.tagName) ? '' : tidy(element.textContent);
    const legend = tidy(element.querySelector(':scope > legend')?.textContent);
    const other = element.getAttribute('placeholder') ?? element.getAttribute('title');
    const name = element.getAttribute('aria-label') || byOthers || labels || legend || own || other;
    // The star of a required field is no part of its name.
    return tidy(name).replace(/ ?\*$/, '');
  };
  const isShown = (element: Element) =>
    element.getClientRects().length > 0 &&
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[inert]') === null;
  const find = ({ role, name, text, within, hidden = false }: SentQuery): Element[] => {
    const places: ParentNode[] = within === undefined ? [document] : find(within);
    const candidates = places.flatMap((place) => Array.from(place.querySelectorAll(selectors[role] ?? role)));
    const found = candidates.filter(
      (element) =>
        (hidden || isShown(element)) &&
        (name === undefined || fits(nameOf(element), name)) &&
        (text === undefined || fits(textOf(element), text)),
    );
    if (role !== 'text') return found;
    // The innermost elements only, else every text would be found in all that surrounds it.
    return found.filter((element) => !found.some((other) => other !== element && element.contains(other)));
  };
  for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark);
  const found = find(query);
  const [first] = found;
  if (!first) return { count: 0, text: '', value: '', checked: false, disabled: false, covered: null };
  first.setAttribute(mark, '');
  let covered: string | null = null;
  if (bring && !query.hidden) {
    first.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = first.getBoundingClientRect();
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    const labels = [...((first as HTMLInputElement).labels ?? [])];
    const parts = [first, ...labels];
    const isFree = above === null || above.contains(first) || parts.some((part) => part.contains(above));
    covered = isFree ? null : above.outerHTML.slice(0, 120);
    first.addEventListener('click', () => first.setAttribute(mark, 'clicked'), { once: true, capture: true });
  }
  const { value = '', checked = false, disabled = false } = first as HTMLInputElement;
  const isDisabled = disabled || first.getAttribute('aria-disabled') === 'true';
  return { count: found.length, text: textOf(first), value: String(value), checked, disabled: isDisabled, covered };
}
