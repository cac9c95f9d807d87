import { isFileName, limits } from '@fairwatch/contract';
import { pathOf } from '../file-path.ts';

/** A file or folder, and the name that it shall get. */
export interface NewName {
  file: { parent: string; name: string };
  name: string;
}

/** Why a new name is refused; null when it is allowed. */
export type NameProblem = 'badName' | 'taken' | null;

/** Replaces a part of each name. An empty search changes nothing. */
export function replaceInNames(names: readonly NewName[], find: string, replacement: string): NewName[] {
  if (find === '') return [...names];
  return names.map(({ file, name }) => ({ file, name: name.replaceAll(find, replacement) }));
}

/** Checks each name: allowed by itself, and different from the others of its folder. */
export function nameProblems(names: readonly NewName[]): NameProblem[] {
  const paths = names.map(({ file, name }) => pathOf({ ...file, name }));
  return names.map(({ name }, index) => {
    if (!isFileName(name) || name.length > limits.file.nameMaxLength) return 'badName';
    return paths.indexOf(paths[index] ?? '') === paths.lastIndexOf(paths[index] ?? '') ? null : 'taken';
  });
}

/** The renames that change something, in the form of a run. */
export function changedNames(names: readonly NewName[]): { path: string; name: string }[] {
  return names.filter(({ file, name }) => file.name !== name).map(({ file, name }) => ({ path: pathOf(file), name }));
}
