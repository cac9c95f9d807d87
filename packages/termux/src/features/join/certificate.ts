import { once } from 'node:events';
import { connect, type PeerCertificate } from 'node:tls';
import type { Fact } from '@fairwatch/device/words';
import { pageText } from '../../core/texts/pages.texts.ts';

/** By what a server proves that it is the one of its address. */
export interface ServerCertificate {
  issuer: string;
  fingerprint: string;
  validTo: string;
  /** Why this phone does not trust it; null when it does. */
  problem: string | null;
}

const answerWithinMs = 15_000;

/** Reads the certificate of a server. Nothing else is sent, so one that is not trusted can be shown as well. */
export async function readCertificate(serverUrl: string): Promise<ServerCertificate> {
  const { hostname, port } = new URL(serverUrl);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const socket = connect({
    host,
    port: port === '' ? 443 : Number(port),
    // An address of numbers has no name to ask for.
    ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    rejectUnauthorized: false,
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(answerWithinMs) });
    const certificate = socket.getPeerCertificate();
    return {
      issuer: nameOf(certificate),
      fingerprint: certificate.fingerprint256,
      validTo: certificate.valid_to,
      problem: socket.authorized ? null : String(socket.authorizationError),
    };
  } finally {
    socket.destroy();
  }
}

function nameOf({ issuer }: PeerCertificate): string {
  const parts = [issuer.O, issuer.CN].flat().filter((part) => part !== undefined);
  return parts.join(', ') || pageText('certificate.noIssuer');
}

export function certificateFacts({ issuer, fingerprint, validTo }: ServerCertificate): Fact[] {
  return [
    [pageText('certificate.from'), issuer],
    [pageText('certificate.validUntil'), validTo],
    [pageText('certificate.fingerprint'), fingerprint],
  ];
}
