import { problemText, sharingWords } from '@fairwatch/device/words';
import { Switch } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useState } from 'react';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import { Problem } from '../../core/components/problem.tsx';

/** Whether a request for the location is answered without a tap while the page is open. */
export function LocationsSharing() {
  const { changeSettings } = useCompanion();
  const answer = useLive((live) => live.settings.answerLocation);
  const [problem, setProblem] = useState<string | null>(null);
  const change = (always: boolean) => {
    setProblem(null);
    changeSettings({ answerLocation: always ? 'ALWAYS' : 'ASK' }).catch((error: unknown) =>
      setProblem(sharingWords('notSaved', { problem: problemText(error) })),
    );
  };
  return (
    <div>
      <Switch
        size="md"
        label={sharingWords('answerWhileOpen')}
        description={sharingWords('askedEachTime')}
        checked={answer === 'ALWAYS'}
        onChange={(event) => change(event.currentTarget.checked)}
      />
      <Problem text={problem} />
    </div>
  );
}
