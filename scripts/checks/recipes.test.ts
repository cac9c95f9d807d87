import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../core/paths.ts';

const folder = path.join(root, 'docs/recipes');

/** The files that a recipe names, without those of its examples: recipes leave out `packages/`. */
function namedFiles(recipe: string): string[] {
  const text = readFileSync(path.join(folder, recipe), 'utf8');
  const names = [...text.matchAll(/`((?:contract|server|console|companion|device|e2e|cluster|docs)\/[\w./-]+)`/g)];
  const links = [...text.matchAll(/\]\(([\w./-]+\.md)/g)].map(([, link = '']) => path.join('docs/recipes', link));
  return [...names.map(([, name = '']) => name), ...links].filter((name) => !/voice-notes|NNNN/.test(name));
}

function isPresent(name: string): boolean {
  return [name, path.join('packages', name)].some((at) => existsSync(path.join(root, at)));
}

const recipes = readdirSync(folder).filter((name) => name.endsWith('.md'));

it.each(recipes)('%s names only files and folders that exist', (recipe) => {
  expect(namedFiles(recipe).filter((name) => !isPresent(name))).toEqual([]);
  expect(namedFiles(recipe)).not.toEqual([]);
});
