import { shownHeader } from '@fairwatch/contract';
import { onSessionEnd } from '../session/end-session.ts';

let isRefetching = false;

/** True for calls that are made right now because the console reads again by itself: after news, at an interval, on coming back. */
export function isRefetch(): boolean {
  return isRefetching;
}

/** Runs what makes calls by itself. They count as refetches if they are made before it returns. */
export function asRefetch<Result>(run: () => Result): Result {
  const before = isRefetching;
  isRefetching = true;
  try {
    return run();
  } finally {
    isRefetching = before;
  }
}

/** More than the lists and pages that are open for a day. */
const maxProofs = 2000;

/** The server's proofs of what this session was shown, by path and input; the oldest first. */
const proofs = new Map<string, string>();

onSessionEnd(() => proofs.clear());

/** Keeps the proof that comes with an answer. */
export function keepProof(call: string, { headers }: Response): void {
  const proof = headers.get(shownHeader);
  if (proof === null) return;
  proofs.delete(call);
  proofs.set(call, proof);
  const [oldest] = proofs.keys();
  if (proofs.size > maxProofs && oldest !== undefined) proofs.delete(oldest);
}

/** Returns the header by which the server knows a refetch of what it showed before; none when it never did. */
export function proofHeader(call: string): Record<string, string> {
  const proof = proofs.get(call);
  return proof === undefined ? {} : { [shownHeader]: proof };
}
