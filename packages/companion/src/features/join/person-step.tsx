import { limits } from '@fairwatch/contract';
import { join, JoinRefused, type SavedDevice } from '@fairwatch/device/core';
import { joinWords, nameOfPasscode, nameRefusal, nameSeenText } from '@fairwatch/device/words';
import { Button, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useState } from 'react';
import { readBrowserFacts } from '../../core/browser/browser-facts.ts';
import type { Invitation } from './invitation.ts';
import { StepPage } from './step-page.tsx';
import { Problem } from '../../core/components/problem.tsx';
import { sha256Text } from '../../core/notice/text-hash.ts';

interface PersonStepProps {
  invitation: Invitation;
  onBack: () => void;
  onJoined: (saved: SavedDevice) => Promise<void>;
}

/** The last step: the person's name, so that the admin knows whose phone this is. It joins the device. */
export function PersonStep({ invitation, onBack, onJoined }: PersonStepProps) {
  const [name, setName] = useState(() => nameOfPasscode(invitation.description));
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isJoining, setIsJoining] = useState(false);
  const isEmpty = name.trim() === '';

  async function joinNow(): Promise<void> {
    const refusal = nameRefusal(name);
    if (refusal !== null) return setProblem(refusal);
    setIsJoining(true);
    setProblem(null);
    try {
      await onJoined(await joinServer(invitation, name.trim(), email.trim()));
    } catch (error) {
      setProblem(error instanceof JoinRefused ? error.message : joinWords('unreachable'));
      setIsJoining(false);
    }
  }

  return (
    <StepPage
      title={joinWords('person.title')}
      step={{ number: 4, of: 4 }}
      actions={
        <>
          <Button size="lg" variant="default" onClick={onBack} disabled={isJoining}>
            {joinWords('back')}
          </Button>
          <Button size="lg" form="person" type="submit" disabled={isEmpty} loading={isJoining}>
            {joinWords('person.next')}
          </Button>
        </>
      }
    >
      <Text>{nameSeenText(invitation.description.admin)}</Text>
      <form
        id="person"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty && !isJoining) void joinNow();
        }}
      >
        <TextInput
          label={joinWords('person.name.label')}
          description={joinWords('person.name.hint')}
          size="lg"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={limits.displayName.maxLength}
          autoComplete="name"
          autoCapitalize="words"
          autoCorrect="off"
          required
        />
        <TextInput
          mt="md"
          label={joinWords('person.email.label')}
          description={joinWords('person.email.hint')}
          size="lg"
          type="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          maxLength={limits.email.maxLength}
          autoComplete="email"
        />
      </form>
      <Problem text={problem} />
    </StepPage>
  );
}

async function joinServer(
  { passcode, description, choices }: Invitation,
  displayName: string,
  email: string,
): Promise<SavedDevice> {
  const { notice, ground, signature, usedKinds, hours, admin, server, askedBy, asked } = description;
  const joined = await join(location.origin, {
    passcode,
    deviceUniqueUUID: crypto.randomUUID(),
    person: { displayName, ...(email !== '' && { email }) },
    facts: await readBrowserFacts(),
    consent: {
      noticeVersion: notice.version,
      noticeHash: await sha256Text(notice.text),
      language: notice.language,
      capabilities: [...choices],
    },
  });
  return {
    ...joined,
    username: displayName,
    admin,
    server,
    joinedAt: new Date().toISOString(),
    language: notice.language,
    ground,
    signature,
    asked: { by: askedBy, kinds: asked },
    usedKinds,
    grants: { capabilities: choices, paused: false, hours },
    unsaid: [],
    unsentTickets: [],
    notificationStates: [],
    logHead: null,
  };
}
