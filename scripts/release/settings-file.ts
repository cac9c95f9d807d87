import type { ConfigVariable } from '../../packages/server/src/core/config/config-variables.ts';

const width = 110;

const head = `# Settings of Fairwatch, read when it starts: "systemctl restart fairwatch" after a change.
# A line that begins with # is a comment: remove the # to set it. Values with # or spaces at an end stand in 'quotes'.
# It is never overwritten. After an upgrade /usr/share/fairwatch/fairwatch.env has what is new.
`;

/** The settings file of a package: every variable by subject, with its meaning and its default. Those with a value of the package are set. */
export function settingsFile(
  groups: Readonly<Record<string, readonly ConfigVariable[]>>,
  set: Readonly<Record<string, string>>,
): string {
  const parts = Object.entries(groups).map(([subject, variables]) => {
    const entries = variables.map((each) => entry(each, set[each.name]));
    return `\n## ${subject}\n\n${entries.join('\n')}`;
  });
  return head + parts.join('');
}

function entry({ name, fallback, meaning }: ConfigVariable, value: string | undefined): string {
  const literal = /^`([^`]*)`$/.exec(fallback)?.[1];
  const comment = wrapped(`${plain(meaning)}. Default: ${plain(fallback)}`);
  return `${comment}\n${value === undefined ? `#${name}=${literal ?? ''}` : `${name}=${value}`}\n`;
}

/** Without the marks of Markdown: the words of a link and of code. */
function plain(text: string): string {
  return text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');
}

function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + word.length < width - 2) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => `# ${line}`).join('\n');
}
