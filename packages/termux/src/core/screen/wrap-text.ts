/** Characters that take two columns: East Asian wide ones and emoji. */
const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1F64F}\u{1F680}-\u{1F6FF}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]/u;
/** Characters that take none. */
const narrowless = /\p{M}|\p{Cf}/u;

function widthOf(character: string): number {
  if (narrowless.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

/** How many columns of a terminal a text takes. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

/** The beginning of a text that fits into so many columns; an ellipsis stands for the rest. */
export function clipText(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  const [head = ''] = cut(text, Math.max(0, columns - 1));
  return columns < 1 ? '' : `${head}…`;
}

/** Breaks a line between words; a word that is longer than a line is broken anywhere. */
export function wrapText(text: string, columns: number): string[] {
  const width = Math.max(1, columns);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (textWidth(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const parts = cut(word, width);
    line = parts.pop() ?? '';
    lines.push(...parts);
  }
  return [...lines, line];
}

/** Cuts a text into parts of at most so many columns. */
function cut(text: string, columns: number): string[] {
  const parts: string[] = [];
  let part = '';
  let width = 0;
  for (const character of text) {
    const more = widthOf(character);
    if (width + more > columns && part !== '') {
      parts.push(part);
      part = '';
      width = 0;
    }
    part += character;
    width += more;
  }
  return [...parts, part];
}
