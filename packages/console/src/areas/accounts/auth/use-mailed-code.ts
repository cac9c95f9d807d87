import type { sendPasswordCode, sendVerification } from '@fairwatch/contract';
import { useState } from 'react';
import { call } from '../../../core/api/client.ts';

/** The address that a code was sent to, and when the next code can be requested. */
export interface SentCode {
  email: string;
  resendAt: number;
}

/** The state of two steps: an email address, then the code that was mailed to it. Every call may reject with a text for the visitor. */
export function useMailedCode(endpoint: typeof sendVerification | typeof sendPasswordCode) {
  const [sent, setSent] = useState<SentCode | null>(null);
  const [step, setStep] = useState<'email' | 'details'>('email');

  async function send(email: string): Promise<void> {
    const { data } = await call(endpoint, { email });
    setSent({ email, resendAt: Date.now() + data.resendAfterSeconds * 1000 });
  }

  return {
    /** The code of the second step; null in the first. */
    atDetails: step === 'details' ? sent : null,
    email: sent?.email ?? '',
    async next(email: string): Promise<void> {
      // After going back and forth the visitor already has a code, and another one cannot be sent yet.
      const hasCode = sent !== null && sent.email === email && Date.now() < sent.resendAt;
      if (!hasCode) await send(email);
      setStep('details');
    },
    back: () => setStep('email'),
    resend: () => send(sent?.email ?? ''),
  };
}
