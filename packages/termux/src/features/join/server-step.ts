import { ask, askYesOrNo, showWhile } from '../../core/screen/ask.ts';
import type { Screen } from '../../core/screen/screen.ts';
import { action, dim, facts, text } from '../../core/screen/view.ts';
import { certificateFacts, readCertificate, type ServerCertificate } from './certificate.ts';
import { isSafeAddress } from './invitation.ts';
import { pageText } from '../../core/texts/pages.texts.ts';

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
  const waiting = { title: pageText('server.title'), blocks: [text(pageText('server.asking', { serverUrl }))] };
  const certificate = await showWhile(screen, waiting, readCertificate(serverUrl));
  if (certificate.problem === null) return { certificate };
  await tellOfUntrusted(screen, serverUrl, certificate);
  return null;
}

function askAboutPlainAddress(screen: Screen, serverUrl: string): Promise<boolean> {
  return askYesOrNo(screen, {
    title: pageText('plain.title'),
    blocks: [
      text(pageText('plain.text', { serverUrl })),
      text(pageText('plain.danger'), 'warn'),
      text(pageText('plain.advice')),
    ],
    yes: pageText('plain.yes'),
    no: pageText('stopHere'),
  });
}

function tellOfUntrusted(screen: Screen, serverUrl: string, certificate: ServerCertificate): Promise<void> {
  return ask<void>(screen, (answer) => ({
    view: () => ({
      title: pageText('untrusted.title'),
      blocks: [
        text(pageText('untrusted.text', { serverUrl, problem: certificate.problem }), 'bad'),
        facts(certificateFacts(certificate)),
        text(pageText('untrusted.danger')),
        text(pageText('untrusted.advice')),
        text('NODE_EXTRA_CA_CERTS=authority.pem node fairwatch.mjs join', 'strong'),
        dim(pageText('untrusted.compare')),
        action(pageText('stopHere'), () => answer()),
      ],
    }),
    back: () => answer(),
  }));
}
