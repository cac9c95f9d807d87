import type { sendPasswordCode, sendVerification } from '@fairwatch/contract';
import { useState } from 'react';
import { call } from '../../core/api/client.ts';

/** To whom a code went, and when the next one can be asked for. */
export interface SentCode {
  email: string;
  resendAt: number;
}

/** Two steps: an email address, then the code that was mailed to it. Every call may reject with a text to show. */
export function useMailedCode(endpoint: typeof sendVerification | typeof sendPasswordCode) {
  const [sent, setSent] = useState<SentCode | null>(null);
  const [step, setStep] = useState<'email' | 'details'>('email');

  async function send(email: string): Promise<void> {
    const { data } = await call(endpoint, { email });
    setSent({ email, resendAt: Date.now() + data.resendAfterSeconds * 1000 });
  }

  return {
    /** Null in the first step. */
    atDetails: step === 'details' ? sent : null,
    email: sent?.email ?? '',
    async next(email: string): Promise<void> {
      // Whoever went back and on again has a code already, and cannot be sent another yet.
      const hasCode = sent !== null && sent.email === email && Date.now() < sent.resendAt;
      if (!hasCode) await send(email);
      setStep('details');
    },
    back: () => setStep('email'),
    resend: () => send(sent?.email ?? ''),
  };
}
