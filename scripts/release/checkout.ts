import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../core/paths.ts';
import { runCommand } from './commands.ts';
import { ReleaseError } from './release-error.ts';

/** The commit that a release is made from. */
export interface Checkout {
  commit: string;
  version: string;
  /** When it was committed, in seconds: the time of every file in the release, so that two releases of one commit are equal. */
  epoch: number;
}

/** The section of a version in CHANGELOG.md, without its heading; null when there is none. */
export function changesOf(changelog: string, version: string): string | null {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((each) => each.split(/\s/, 1)[0] === version);
  return section === undefined ? null : section.slice(section.indexOf('\n') + 1).trim();
}

/** A draft of that section from the commits since the version before: what people notice, for somebody to edit. */
export function draftChanges(subjects: readonly string[]): string {
  const titles = { feat: 'New', fix: 'Mended', perf: 'Faster' } as const;
  const parts = Object.entries(titles).map(([kind, title]) => {
    const lines = subjects.flatMap((subject) => {
      const words = new RegExp(`^${kind}(?:\\([^)]*\\))?!?: (.+)$`).exec(subject)?.[1];
      return words === undefined ? [] : [`- ${words}`];
    });
    return lines.length === 0 ? '' : `### ${title}\n\n${lines.join('\n')}`;
  });
  return parts.filter((part) => part !== '').join('\n\n');
}

const git = (...args: string[]) => runCommand('git', args, { cwd: root });

/** Reads what is checked out, and refuses what would not be the release that its number says. */
export async function readCheckout(wanted: string | undefined): Promise<Checkout> {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  if (wanted === undefined) throw new ReleaseError('Usage: npm run release -- VERSION');
  if (wanted !== version) {
    throw new ReleaseError(
      `package.json says ${version}. Set the version first: npm version ${wanted} --workspaces --include-workspace-root --no-git-tag-version`,
    );
  }
  if ((await git('status', '--porcelain')) !== '')
    throw new ReleaseError('There are changes that are not committed: a release is made from a commit.');
  if (changesOf(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), version) === null) {
    const before = (await git('log', '-1', '--format=%H', '--', 'CHANGELOG.md')).trim();
    const subjects = (await git('log', '--format=%s', ...(before === '' ? [] : [`${before}..HEAD`])))
      .trim()
      .split('\n');
    throw new ReleaseError(
      `CHANGELOG.md has no section "## ${version}". A draft to edit:\n\n## ${version}\n\n${draftChanges(subjects)}`,
    );
  }
  const [commit = '', committedAt = ''] = (await git('log', '-1', '--format=%H %ct')).trim().split(' ');
  return { commit, version, epoch: Number(committedAt) };
}
