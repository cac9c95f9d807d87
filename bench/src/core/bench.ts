/** What a bench gets from the command line. */
export interface BenchOptions {
  /** The number of connected devices, or of rows in the long lists. */
  devices?: number;
  /** The duration of one measurement in seconds. */
  seconds?: number;
  /** How large each file is. */
  megabytes?: number;
  /** Runs only the measurements whose name contains one of these texts, separated by commas. */
  only?: string;
  /** Also measures a comparable product, which is installed from npm for it. */
  peer?: boolean;
}

/** One measurement. It prints its own table: ours beside a bare baseline of the same run. */
export interface Bench {
  about: string;
  run(options: BenchOptions): Promise<void>;
}
