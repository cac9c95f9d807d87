import path from 'node:path';
import type { Reporter, TestModule, TestSpecification } from 'vitest/node';
import { root } from '../core/paths.ts';
import { keepDurations } from './durations.ts';

const everyMs = 60_000;

/** Says once a minute how far the run is, and keeps how long each file took. What fails is told by vitest's own reporter. */
export default class ProgressReporter implements Reporter {
  readonly #seconds: Record<string, number> = {};
  #ticking: NodeJS.Timeout | undefined;

  onTestRunStart(files: readonly TestSpecification[]): void {
    const started = Date.now();
    this.#ticking = setInterval(() => {
      const minutes = Math.round((Date.now() - started) / 60_000);
      console.log(`${minutes} min: ${Object.keys(this.#seconds).length} of ${files.length} files`);
    }, everyMs);
  }

  onTestModuleEnd(module: TestModule): void {
    const { collectDuration, duration } = module.diagnostic();
    this.#seconds[path.relative(root, module.moduleId)] = Math.round((collectDuration + duration) / 10) / 100;
  }

  onTestRunEnd(): void {
    clearInterval(this.#ticking);
    keepDurations(this.#seconds);
  }
}
