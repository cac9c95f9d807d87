import type { Fairwatch } from '../../src/fairwatch.ts';
import type { EngineName } from '../driver/engine.ts';
import type { Hands } from '../driver/hands.ts';

/** Whatever an engine may lack, by what the docs call it. */
export type Features = Readonly<Record<string, boolean>>;

/** What a journey through one engine has before it. */
export interface Stage {
  engine: EngineName;
  features: Features;
  fairwatch: Fairwatch;
  /** A token of the first admin, for what is not looked at. */
  token: string;
  /** The admin's browser. */
  desk: Hands;
  /** The browser of a person's phone. */
  phone: Hands;
  /** A folder for files to send. */
  folder: string;
  /** Keeps a picture of a window under this name. */
  picture(hands: Hands, name: string): Promise<void>;
}

export interface Step {
  name: string;
  run(stage: Stage): Promise<void>;
  /** Why this engine cannot do it at all; null when it can. */
  skip?(stage: Stage): string | null;
}

/** Steps that go on from one another: when one fails, those after it are not tried. */
export interface Journey {
  name: string;
  steps: readonly Step[];
}
