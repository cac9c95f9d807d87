import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from '../core/paths.ts';
import { readDurations } from './durations.ts';

/**
 * Runs the longest files first, by their recorded durations: started last, one of them would run alone in the end. Files of one
 * project stay together, the project with the most work first, because a worker that changes its project starts anew.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = readDurations();
    const secondsOf = ({ moduleId }: TestSpecification) => durations[path.relative(root, moduleId)] ?? 0;
    const byProject = new Map<string, number>();
    for (const file of files) {
      const { name } = file.project;
      byProject.set(name, (byProject.get(name) ?? 0) + secondsOf(file));
    }
    const workOf = ({ project: { name } }: TestSpecification) => byProject.get(name) ?? 0;
    return (await super.sort(files)).toSorted(
      (one, other) => workOf(other) - workOf(one) || secondsOf(other) - secondsOf(one),
    );
  }
}
