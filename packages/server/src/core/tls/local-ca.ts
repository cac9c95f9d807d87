// `@peculiar/x509` fails unless this is loaded before it.
import 'reflect-metadata';
import { createPrivateKey, randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { isPrivate, privateDomains, privateNetworks } from './machine-names.ts';
import { areConstraintsFor, nameConstraints, nameConstraintsId, singleAddress } from './name-constraints.ts';

/** A certificate and its key in PEM. */
export interface MadeCertificate {
  cert: string;
  key: string;
}

const keyAlgorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const signingAlgorithm = { name: 'ECDSA', hash: 'SHA-256' } as const;
const dayMs = 24 * 60 * 60 * 1000;
const caDays = 3653;
/** The validity in days. Apple accepts up to 825 days from a CA that the user added, and 398 from other CAs. */
const serverDays = 397;
/** Certificates are backdated by this much, so that a client whose clock is slow accepts them. */
const earlierMs = dayMs;

/**
 * Creates a CA that is constrained to private networks and these names (RFC 5280, name constraints). Browsers refuse certificates
 * that it signs for other names, so a stolen key cannot be used to impersonate a site of the internet.
 */
export async function makeCa(name: string, names: readonly string[], now = Date.now()): Promise<MadeCertificate> {
  const keys = await webcrypto.subtle.generateKey(keyAlgorithm, true, ['sign', 'verify']);
  const others = names.filter((each) => !isPrivate(each));
  const constraints = nameConstraints({
    domains: [...privateDomains, ...others.filter((each) => isIP(each) === 0)],
    networks: [...privateNetworks, ...others.filter((each) => isIP(each) !== 0).map(singleAddress)],
  });
  const cert = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: `CN=${name}`,
    notBefore: new Date(now - earlierMs),
    notAfter: new Date(now + caDays * dayMs),
    signingAlgorithm,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      new Extension(nameConstraintsId, true, constraints),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { cert: `${cert.toString('pem')}\n`, key: await keyPem(keys.privateKey) };
}

/** Issues a server certificate for these names and addresses. */
export async function makeServerCertificate(
  ca: MadeCertificate,
  names: readonly string[],
  now = Date.now(),
): Promise<MadeCertificate> {
  const issuer = new X509Certificate(ca.cert);
  const keys = await webcrypto.subtle.generateKey(keyAlgorithm, true, ['sign', 'verify']);
  const cert = await X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: 'CN=Fairwatch',
    issuer: issuer.subject,
    notBefore: new Date(now - earlierMs),
    notAfter: new Date(Math.min(now + serverDays * dayMs - earlierMs, issuer.notAfter.getTime())),
    signingAlgorithm,
    publicKey: keys.publicKey,
    signingKey: await importKey(ca.key),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
      ),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return { cert: `${cert.toString('pem')}\n`, key: await keyPem(keys.privateKey) };
}

/** True when the CA's constraints allow this name. */
export function mayVouchFor(ca: MadeCertificate, name: string): boolean {
  const constraints = new X509Certificate(ca.cert).getExtension(nameConstraintsId);
  return isPrivate(name) || constraints === null || areConstraintsFor(Buffer.from(constraints.value), name);
}

/** A random serial number. RFC 5280 requires a positive number of at most 20 bytes. */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x01;
  return bytes.toString('hex');
}

async function keyPem(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    .export({ format: 'pem', type: 'pkcs8' })
    .toString();
}

async function importKey(pem: string): Promise<webcrypto.CryptoKey> {
  const der = createPrivateKey(pem).export({ format: 'der', type: 'pkcs8' });
  return await webcrypto.subtle.importKey('pkcs8', der, keyAlgorithm, false, ['sign']);
}
