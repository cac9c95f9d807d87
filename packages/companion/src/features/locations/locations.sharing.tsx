import { problemText, sharingWords } from '@fairwatch/device/words';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useCompanion, useLive } from '../../core/live/companion-context.ts';
import { Problem } from '../../core/components/problem.tsx';
import { SwitchRow } from '../../core/components/switch-row.tsx';

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
      <SwitchRow
        label={sharingWords('answerWhileOpen')}
        hint={
          <Text c="dimmed" size="sm">
            {sharingWords('askedEachTime')}
          </Text>
        }
        isOn={answer === 'ALWAYS'}
        onChange={change}
      />
      <Problem text={problem} />
    </div>
  );
}
