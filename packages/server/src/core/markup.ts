const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** HTML that is safe to send: `markup` makes it, and escapes what others have written. */
export class Markup {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

type Value = string | number | Markup | readonly Markup[];

/** Writes HTML as a tagged template. Every value in it is escaped, unless it is such markup itself. */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts.reduce((all, part, place) => all + htmlOf(values[place - 1] ?? '') + part));
}

function htmlOf(value: Value): string {
  if (value instanceof Markup) return value.html;
  return typeof value === 'object' ? value.map(({ html }) => html).join('') : escapeHtml(String(value));
}
