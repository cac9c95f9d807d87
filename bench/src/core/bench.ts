/** What a bench gets from the command line. */
export interface BenchOptions {
  /** Devices that are connected, for benches that connect some; how long the long lists are. */
  devices?: number;
  /** How long one measurement takes. */
  seconds?: number;
  /** How large each file is. */
  megabytes?: number;
  /** Only those measurements whose name has one of these texts in it; commas between them. */
  only?: string;
  /** Also measures a program that others use for the same, which is installed from npm for it. */
  peer?: boolean;
}

/** One measurement. It prints its own table: ours beside a bare baseline of the same run. */
export interface Bench {
  about: string;
  run(options: BenchOptions): Promise<void>;
}
