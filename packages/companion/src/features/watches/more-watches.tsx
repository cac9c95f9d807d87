import type { Watch } from '@fairwatch/contract';
import { readMoreWatches, type MoreOf } from '@fairwatch/device/core';
import { problemText } from '@fairwatch/device/words';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Problem } from '../../core/components/problem.tsx';
import { useCompanion } from '../../core/live/companion-context.ts';

interface MoreWatchesProps {
  of: MoreOf;
  /** The last one that is listed already. */
  last?: Watch | undefined;
  /** What the button says before anything was read, and after it. */
  words: readonly [first: string, further: string];
  /** Shows what was read so far. */
  children(watches: readonly Watch[]): ReactNode;
}

/** What watches this phone and is not in the list: read from the server when the person asks for it, page by page. */
export function MoreWatches({ of, last, words: [first, further], children }: MoreWatchesProps) {
  const { client } = useCompanion();
  const [read, setRead] = useState<{ watches: readonly Watch[]; more: boolean }>({ watches: [], more: true });
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const readOn = async () => {
    setReading(true);
    try {
      const page = await readMoreWatches(client, of, read.watches.at(-1) ?? last);
      setRead({ watches: [...read.watches, ...page.watches], more: page.more });
      setProblem(null);
    } catch (error) {
      setProblem(problemText(error));
    } finally {
      setReading(false);
    }
  };
  return (
    <>
      {children(read.watches)}
      <Problem text={problem} />
      {read.more && (
        <Button size="md" variant="default" fullWidth loading={isReading} onClick={() => void readOn()}>
          {read.watches.length === 0 ? first : further}
        </Button>
      )}
    </>
  );
}
