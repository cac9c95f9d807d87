import { createHash, randomUUID } from 'node:crypto';
import type { Capability, DeviceFacts } from '@fairwatch/contract';
import { join, type PasscodeDescription } from '@fairwatch/device/core';
import type { JoinedDevice } from '../../core/state/saved-state.ts';

interface JoinAnswers {
  serverUrl: string;
  passcode: string;
  description: PasscodeDescription;
  facts: DeviceFacts;
  capabilities: readonly Capability[];
  displayName: string;
  /** Empty when the person does not give it. */
  email: string;
}

/** Joins with what the person agreed to. The hash names the exact text that they have read. */
export async function joinServer(answers: JoinAnswers): Promise<JoinedDevice> {
  const { serverUrl, passcode, description, facts, capabilities, displayName, email } = answers;
  const { notice, ground, signature, usedKinds, hours, admin, server, askedBy, asked } = description;
  const joined = await join(serverUrl, {
    passcode,
    deviceUniqueUUID: randomUUID(),
    person: { displayName, ...(email !== '' && { email }) },
    facts,
    consent: {
      noticeVersion: notice.version,
      noticeHash: createHash('sha256').update(notice.text).digest('hex'),
      language: notice.language,
      capabilities: [...capabilities],
    },
  });
  return {
    serverUrl,
    device: {
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
      grants: { capabilities, paused: false, hours },
      unsaid: [],
      unsentTickets: [],
      notificationStates: [],
      logHead: null,
    },
  };
}
