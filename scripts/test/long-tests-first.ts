import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Long tests. If they were started last, one worker would run them alone in the end. */
const long = new RegExp(
  [
    /\.process\.test|embedded-postgres|presence|new-feature|console-socket\/|fleet\.test|captures\.test/,
    // Short files, which by their size would come at the very end.
    /fuzz\.test|refused-connections|device-core\.test|payload-modes|device-pages|console\/src\/lists\.test/,
    /demo-history\.test|backup\.test/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** Runs the longest tests first, even without the durations of an earlier run. */
export class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => Number(long.test(other.moduleId)) - Number(long.test(one.moduleId)));
  }
}
