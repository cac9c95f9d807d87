import { deviceFeatures } from '../../packages/contract/src/index.ts';
import { nounOf, snakeCase, upperFirst, type FeaturePlan } from './feature-plan.ts';

/** The edits of existing files, by path: each function takes the text and returns the new one. */
export function edits(plan: FeaturePlan): Record<string, (text: string) => string> {
  const { id, name, typeName, permission, capability, command } = plan;
  const { one, many } = nounOf(plan);
  const key = id === name ? id : `'${id}'`;
  return {
    'packages/contract/src/shared/command.ts': (text) =>
      withCommand(
        text,
        command,
        '} as const satisfies Record<string, CommandFacts>',
        `{ capability: '${capability}', permission: '${permission}', deadlineMs }`,
      ),
    'packages/contract/src/device-protocol/command-params.ts': (text) =>
      withCommand(text, command, '} as const satisfies Record<CommandType, z.ZodMiniType>', 'nothing'),
    'packages/contract/src/device-protocol/command-words.ts': (text) => withCommandWords(text, plan),
    'packages/contract/src/device-protocol/command-words.texts.json': (text) =>
      text.includes(`"${command}":`) ? text : replaced(text, /("updated": \{)/, `$1\n    "${command}": "${many}",`),
    'packages/contract/src/shared/log/words/log-lines.texts.json': (text) =>
      replaced(
        text,
        /("nouns": \{)/,
        `$1\n    "${name}": {\n      "all": "${many}",\n      "some_one": "{{count, number}} ${one}",\n      "some_other": "{{count, number}} ${many}"\n    },`,
      ),
    'packages/device/src/words/texts/requests.texts.json': (text) =>
      replaced(text, /("asked": \{)/, `$1\n    "${command}": "your ${many}",`),
    'packages/companion/src/core/browser/browser-offers.ts': (text) =>
      replaced(text, /(commandsWithoutCollector = [^=]*=> \(\{)/, `$1 ${command}: t('refusal.${command}') `),
    'packages/companion/src/core/browser/browser.texts.json': (text) =>
      replaced(text, /("refusal": \{)/, `$1\n    "${command}": "This browser app does not share ${many}.",`),
    'packages/termux/src/core/offers/termux-offers.ts': (text) =>
      replaced(text, /(refusedCommands = [^=]*=> \(\{)/, `$1 ${command}: phoneText('refusal.${command}'),`),
    'packages/termux/src/core/texts/phone.texts.json': (text) =>
      replaced(text, /("refusal": \{)/, `$1\n    "${command}": "Fairwatch for Termux does not share ${many}.",`),
    'packages/contract/src/shared/console-paths.ts': (text) =>
      replaced(text, /(consolePaths = \[[^]*?)\n\] as const/, `$1\n  '${pagePath(plan)}',\n] as const`),
    'packages/contract/src/shared/console-socket.ts': (text) =>
      replaced(text, /(changedFeatures = \[[^]*?)\n\] as const/, `$1\n  '${id}',\n] as const`),
    'packages/contract/src/calls.ts': (text) => withLine(text, `export * from './areas/device-data/${id}.ts';`),
    'packages/contract/src/device-features.ts': (text) =>
      replaced(
        withLine(text, `import { ${name} } from './areas/device-data/${id}.ts';`),
        /deviceFeatures = \{([^}]*?),?\s*\} as const/,
        `deviceFeatures = {$1, ${id === name ? id : `${key}: ${name}`} } as const`,
      ),
    'packages/server/src/device-features.ts': (text) =>
      withEntry(
        withLine(text, `import { ${name}Table } from './modules/device-data/${id}/${id}.store.ts';`),
        '} satisfies Record<DeviceFeatureId, RowTable>',
        `${key}: ${name}Table,`,
      ),
    'packages/server/src/shared/notify/notification-words.ts': (text) =>
      withCommand(
        text,
        command,
        '} satisfies Record<CommandType, readonly [name: string, page: DevicePath]>',
        `['Update of ${many}', '${pagePath(plan)}']`,
      ),
    'packages/device/src/registry.ts': (text) =>
      withEntry(
        withLine(text, `import { fake${typeName} } from './features/${id}/${id}.fake.ts';`),
        '} satisfies Collectors',
        `${key}: share(fake${typeName}(random('${id}'))),`,
      ),
    'packages/console/src/device-views.ts': (text) =>
      withEntry(
        text,
        '} satisfies Record<DeviceFeatureId, LazyView>',
        `${key}: async () => (await import('./areas/device-data/${id}/${id}.view.tsx')).${typeName}View,`,
      ),
    'packages/console/src/device-pages.ts': (text) => withPage(text, plan),
    'packages/console/src/texts.d.ts': (text) =>
      replaced(
        text,
        /\n\n(\/\*\*[^]*?)(\n {2}\}\n\}\n)$/,
        `\nimport type ${name} from './areas/device-data/${id}/${id}.texts.json';\n\n$1\n    ${key}: typeof ${name};$2`,
      ),
    'packages/console/src/core/router/page.ts': (text) =>
      replaced(text, /(export type NavIconName =[^;]*);/, `$1 | '${name}';`),
    'packages/console/src/shared/shell/sidebar/nav-icons.tsx': (text) =>
      withEntry(withIcon(text, plan.icon), '} satisfies Record<NavIconName, Icon>', `  ${name}: ${plan.icon},`),
    'packages/console/src/shared/shell/texts/nav.texts.json': (text) => withNavText(text, plan),
    'docs/device-protocol.md': (text) => withProtocolLine(text, plan),
    'docs/privacy.md': (text) => withPrivacyLine(text, plan),
  };
}

function pagePath({ id }: FeaturePlan): string {
  return `/device/${id}/$deviceId`;
}

/** Adds a command, unless the catalogue has it already. */
function withCommand(text: string, command: string, end: string, facts: string): string {
  return text.includes(`\n  ${command}: `) ? text : withEntry(text, end, `  ${command}: ${facts},`);
}

/** What its Update is called in the log and in the command history. */
function withCommandWords(text: string, plan: FeaturePlan): string {
  const { command } = plan;
  if (text.includes(`\n  ${command}: `)) return text;
  const words = `  ${command}: update('${command}'),`;
  const end = '} satisfies Record<CommandType, (details: Details) => CommandWords>';
  return withEntry(withEntry(text, '} satisfies DetailsOf', `  ${command}: none,`), end, words);
}

/** The new page comes after the others of a device. */
function withPage(text: string, { id, name, permission }: FeaturePlan): string {
  const pages = /(const devicePages: Page\[\] = \[[^]*?)\n\];/;
  return replaced(text, pages, `$1\n  featurePage('${id}', '${id}', '${permission}', '${name}', '${name}'),\n];`);
}

/** Imports an icon, unless it is imported already. */
function withIcon(text: string, icon: string): string {
  if (new RegExp(`\\n  ${icon},\\n`).test(text)) return text;
  return replaced(text, /\n  type Icon,\n/, `\n  ${icon},\n  type Icon,\n`);
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

/** The line of its table on the page about privacy, after those of the other device data. */
function withPrivacyLine(text: string, plan: FeaturePlan): string {
  const { id } = plan;
  const title = upperFirst(nounOf(plan).many);
  const line = `| ${title} | \`${snakeCase(id)}\` | ${defaultDays(text, plan)} days (\`${id}\`) | \`data/${id}.json\` |`;
  return replaced(text, /((?:\n\|.*`data\/[\w-]+\.json` \|)+)/, `$1\n${line}`);
}

/** How long the data of its capability is kept, as the page says of the others. The page's test compares it with the server's default. */
function defaultDays(text: string, { capability }: FeaturePlan): string {
  const same = Object.values(deviceFeatures).filter((feature) => feature.capability === capability);
  const kinds = [...same.map(({ id }) => id), `files.${capability.toLowerCase()}`];
  const days = kinds.map((kind) => new RegExp(`(\\d+) days \\(\`${kind}\`\\)`).exec(text)?.[1]);
  return days.find((each) => each !== undefined) ?? '90';
}

function replaced(text: string, pattern: RegExp, replacement: string): string {
  if (!pattern.test(text)) throw new Error(`there is no place like ${pattern.source}`);
  return text.replace(pattern, replacement);
}

/** Appends an entry to the object literal that ends with `end`. */
function withEntry(text: string, end: string, entry: string): string {
  if (!text.includes(end)) throw new Error(`there is no "${end}"`);
  return text.replace(end, () => `${entry}\n${end}`);
}

/** Inserts an import or export among those of the other features, in alphabetical order of the files. */
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
  return /from '(\.\/(?:areas|modules|features)\/[^']+)';$/.exec(line)?.[1] ?? null;
}
