import { register, sendVerification, type InputOf } from '@fairwatch/contract';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../core/api/client.ts';
import { loadProfile } from '../../core/session/load-profile.ts';
import { tokenCookie } from '../../core/session/token-cookie.ts';

/** To whom a code went, and when the next one can be asked for. */
export interface SentCode {
  email: string;
  resendAt: number;
}

type Details = Omit<InputOf<typeof register>, 'email'>;

/** The two steps of registering. Every call may reject with a text to show. */
export function useRegister() {
  const router = useRouter();
  const [sent, setSent] = useState<SentCode | null>(null);
  const [step, setStep] = useState<'email' | 'details'>('email');

  async function send(email: string): Promise<void> {
    const { data } = await call(sendVerification, { email });
    setSent({ email, resendAt: Date.now() + data.resendAfterSeconds * 1000 });
  }

  return {
    step,
    sent,
    async next(email: string): Promise<void> {
      // Whoever went back and on again has a code already, and cannot be sent another yet.
      const hasCode = sent !== null && sent.email === email && Date.now() < sent.resendAt;
      if (!hasCode) await send(email);
      setStep('details');
    },
    back: () => setStep('email'),
    resend: () => send(sent?.email ?? ''),
    async finish(details: Details): Promise<void> {
      const { data } = await call(register, { email: sent?.email ?? '', ...details });
      tokenCookie.save(data.token, false);
      await loadProfile();
      router.history.replace('/welcome');
    },
  };
}
