import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that start whole processes or wait for deadlines: begun last, they would keep one worker busy alone. */
const long = /\.process\.test|embedded-postgres|presence|new-feature|console-socket\/|fleet\.test|captures\.test/;

/** Begins with what takes longest, also where no run before this one left its times. */
export class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => Number(long.test(other.moduleId)) - Number(long.test(one.moduleId)));
  }
}
