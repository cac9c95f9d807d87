import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { PhoneAccess } from '@fairwatch/contract';
import type { Config } from '../../../core/config/config.ts';
import { usesLocalCa } from '../../../core/tls/local-ca-files.ts';

type CertificateFacts = PhoneAccess['certificate'];

const pemBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Whose certificate phones see at this origin, by the server's own file. What a proxy has is not known. */
export async function certificateFacts(
  config: Pick<Config, 'tls' | 'dataDir'>,
  origin: string | null,
): Promise<CertificateFacts> {
  const { tls } = config;
  if (tls === null) {
    const kind = origin?.startsWith('https:') ? 'PROXY' : 'NONE';
    return { kind, expiresAt: null, coversOrigin: null };
  }
  const chain = ((await readFile(tls.certFile, 'utf8')).match(pemBlock) ?? []).map((pem) => new X509Certificate(pem));
  const [certificate] = chain;
  const top = chain.at(-1);
  return {
    kind: usesLocalCa(config) ? 'LOCAL_CA' : top && isOfPublicCa(top) ? 'PUBLIC' : 'OTHER',
    expiresAt: certificate?.validToDate.toISOString() ?? null,
    coversOrigin: certificate && origin !== null ? covers(certificate, new URL(origin).hostname) : null,
  };
}

/** True when a CA of Node's list, which is Mozilla's, signed the last certificate of a chain. */
function isOfPublicCa(top: X509Certificate): boolean {
  return rootCertificates.some((pem) => {
    const root = new X509Certificate(pem);
    return root.fingerprint256 === top.fingerprint256 || (top.checkIssued(root) && top.verify(root.publicKey));
  });
}

function covers(certificate: X509Certificate, hostname: string): boolean {
  const name = hostname.replaceAll(/[[\]]/g, '');
  return (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined;
}
