import { ask, askYesOrNo, showWhile } from '../../core/screen/ask.ts';
import type { Screen } from '../../core/screen/screen.ts';
import { action, dim, facts, text } from '../../core/screen/view.ts';
import { certificateFacts, readCertificate, type ServerCertificate } from './certificate.ts';
import { isSafeAddress } from './invitation.ts';

/** A server with which the person agreed to talk. */
export interface CheckedServer {
  /** Null for a connection without encryption. */
  certificate: ServerCertificate | null;
}

/**
 * Checks how the server proves who it is, before anything is sent to it. Null when the person stops here. A certificate that is not
 * trusted is never accepted: the person is told how to make it known.
 */
export async function checkServer(screen: Screen, serverUrl: string): Promise<CheckedServer | null> {
  if (!serverUrl.startsWith('https:')) {
    return isSafeAddress(serverUrl) || (await askAboutPlainAddress(screen, serverUrl)) ? { certificate: null } : null;
  }
  const waiting = { title: 'The server', blocks: [text(`Asking ${serverUrl} who it is…`)] };
  const certificate = await showWhile(screen, waiting, readCertificate(serverUrl));
  if (certificate.problem === null) return { certificate };
  await tellOfUntrusted(screen, serverUrl, certificate);
  return null;
}

function askAboutPlainAddress(screen: Screen, serverUrl: string): Promise<boolean> {
  return askYesOrNo(screen, {
    title: 'This address is not safe to join on',
    blocks: [
      text(`${serverUrl} is not encrypted.`),
      text('Everybody on the way, as in the same Wi-Fi, could read and change what this phone sends.', 'warn'),
      text('Please ask your admin for an address that begins with https://.'),
    ],
    yes: 'Go on without encryption',
    no: 'Stop here',
  });
}

function tellOfUntrusted(screen: Screen, serverUrl: string, certificate: ServerCertificate): Promise<void> {
  return ask<void>(screen, (answer) => ({
    view: () => ({
      title: 'This server is not trusted',
      blocks: [
        text(`This phone does not trust the certificate of ${serverUrl}: ${certificate.problem}.`, 'bad'),
        facts(certificateFacts(certificate)),
        text('Nothing was sent. Somebody may pretend to be this server.'),
        text(
          'If your admin uses their own certificates, ask them for the file of their authority, and start again with:',
        ),
        text('NODE_EXTRA_CA_CERTS=authority.pem node fairwatch.mjs join', 'strong'),
        dim('Compare the fingerprint above with the one that your admin tells you, on another way than this phone.'),
        action('Stop here', () => answer()),
      ],
    }),
    back: () => answer(),
  }));
}
