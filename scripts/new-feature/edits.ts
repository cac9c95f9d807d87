import type { FeaturePlan } from './feature-plan.ts';

/** What changes in files that are there already, by path: each takes the text and gives the new one. */
export function edits(plan: FeaturePlan): Record<string, (text: string) => string> {
  const { id, name, typeName, permission, capability, command } = plan;
  const { one, many } = nounOf(plan);
  const key = id === name ? id : `'${id}'`;
  const view = id === name ? `deviceFeatureViews.${id}` : `deviceFeatureViews['${id}']`;
  return {
    'packages/contract/src/core/command.ts': (text) =>
      withCommand(
        text,
        command,
        '} as const satisfies Record<string, CommandFacts>',
        `{ capability: '${capability}', permission: '${permission}', deadlineMs }`,
      ),
    'packages/contract/src/device-protocol/command-params.ts': (text) =>
      withCommand(text, command, '} as const satisfies Record<CommandType, z.ZodMiniType>', 'nothing'),
    'packages/contract/src/device-protocol/command-words.ts': (text) => withCommandWords(text, plan),
    'packages/contract/src/index.ts': (text) => withLine(text, `export * from './features/${id}.ts';`),
    'packages/contract/src/registry.ts': (text) =>
      replaced(
        withLine(text, `import { ${name} } from './features/${id}.ts';`),
        /deviceFeatures = \{([^}]*?),?\s*\} as const/,
        `deviceFeatures = {$1, ${id === name ? id : `${key}: ${name}`} } as const`,
      ),
    'packages/server/src/device-features.ts': (text) =>
      withEntry(
        withLine(text, `import { ${name}Table } from './features/${id}/${id}.store.ts';`),
        '} satisfies Record<DeviceFeatureId, RowTable>',
        `${key}: ${name}Table,`,
      ),
    'packages/server/src/core/devices/audit/reads/list-reads.ts': (text) =>
      withEntry(text, '} as const satisfies Record<DeviceFeatureId, Noun>', `  ${key}: ['${one}', '${many}'],`),
    'packages/device/src/registry.ts': (text) =>
      withEntry(
        withLine(text, `import { fake${typeName} } from './features/${id}/${id}.fake.ts';`),
        '} satisfies Collectors',
        `${key}: share(fake${typeName}(random('${id}'))),`,
      ),
    'packages/console/src/registry.tsx': (text) =>
      withPage(
        withEntry(
          text,
          '} satisfies Record<DeviceFeatureId, LazyView>',
          `${key}: async () => (await import('./features/${id}/${id}.view.tsx')).${typeName}View,`,
        ),
        plan,
        view,
      ),
    'packages/console/src/core/shell/nav.texts.json': (text) => withNavText(text, plan),
    'docs/device-protocol.md': (text) => withProtocolLine(text, plan),
  };
}

/** A command that the catalogue has already stays as it is there. */
function withCommand(text: string, command: string, end: string, facts: string): string {
  return text.includes(`\n  ${command}: `) ? text : withEntry(text, end, `  ${command}: ${facts},`);
}

/** What its Update is called in the log and in the command history. */
function withCommandWords(text: string, plan: FeaturePlan): string {
  const { command } = plan;
  if (text.includes(`\n  ${command}: `)) return text;
  const words = `  ${command}: update('${command}', '${nounOf(plan).many}'),`;
  const end = '} satisfies Record<CommandType, (details: Readonly<AuditDetails>) => CommandWords>';
  return withEntry(withEntry(text, '} satisfies DetailsOf', `  ${command}: none,`), end, words);
}

/** What one row and several are called in the log; whoever adds the feature may know better words. */
function nounOf({ id }: FeaturePlan): { one: string; many: string } {
  const many = id.replaceAll('-', ' ');
  return { one: many.replace(/s$/, ''), many };
}

/** The new page comes after the others of a device. */
function withPage(text: string, { id, name, permission }: FeaturePlan, view: string): string {
  const pages = /(const devicePages: Page\[\] = \[[^]*?)\n\];/;
  return replaced(text, pages, `$1\n  devicePage('${id}', '${permission}', '${name}', 'info', ${view}),\n];`);
}

/** Its name in the sidebar. */
function withNavText(text: string, { name, title }: FeaturePlan): string {
  return JSON.stringify({ ...(JSON.parse(text) as object), [name]: title }, null, 2);
}

/** The line of its command on the page for whoever writes a client, after those of the other commands. */
function withProtocolLine(text: string, { id, command }: FeaturePlan): string {
  if (text.includes(`\n| \`${command}\` |`)) return text;
  return replaced(text, /((?:\n\| `[A-Z_]+` \|.*)+)/, `$1\n| \`${command}\` | | ${id} |`);
}

function replaced(text: string, pattern: RegExp, replacement: string): string {
  if (!pattern.test(text)) throw new Error(`there is no place like ${pattern.source}`);
  return text.replace(pattern, replacement);
}

/** Puts an entry at the end of an object that ends with `end`. */
function withEntry(text: string, end: string, entry: string): string {
  if (!text.includes(end)) throw new Error(`there is no "${end}"`);
  return text.replace(end, () => `${entry}\n${end}`);
}

/** Puts an import or export among those of the other features, in alphabetical order of the files. */
function withLine(text: string, line: string): string {
  const lines = text.split('\n');
  const present = lines.map(featureFileOf);
  const wanted = featureFileOf(line) ?? '';
  const before = present.findLastIndex((file) => file !== null && file < wanted);
  const first = present.findIndex((file) => file !== null);
  if (first === -1) throw new Error('no other feature is named there');
  return lines.toSpliced(before === -1 ? first : before + 1, 0, line).join('\n');
}

function featureFileOf(line: string): string | null {
  return /from '(\.\/features\/[^']+)';$/.exec(line)?.[1] ?? null;
}
