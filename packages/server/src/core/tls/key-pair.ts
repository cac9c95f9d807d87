import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { TlsFiles } from '../config/config.ts';
import { ConfigError } from '../config/config-values.ts';
import { describeError } from '../describe-error.ts';

/** A certificate chain and its private key in PEM. */
export interface KeyPair {
  cert: Buffer;
  key: Buffer;
}

/** Reads a certificate and its key. Throws a `ConfigError` that names the file when a browser would refuse the pair. */
export async function readKeyPair({ certFile, keyFile }: TlsFiles, now = new Date()): Promise<KeyPair> {
  const pair = { cert: await readPem('TLS_CERT', certFile), key: await readPem('TLS_KEY', keyFile) };
  const certificate = parseCertificate(pair.cert, certFile);
  if (!certificate.checkPrivateKey(parseKey(pair.key, keyFile))) {
    throw new ConfigError(
      'TLS_KEY',
      `must be the key of the certificate in TLS_CERT; ${keyFile} is that of another one.`,
    );
  }
  const { validFromDate, validToDate } = certificate;
  if (now > validToDate) {
    throw new ConfigError('TLS_CERT', `must be valid, but ${certFile} expired on ${validToDate.toISOString()}.`);
  }
  if (now < validFromDate) {
    throw new ConfigError('TLS_CERT', `must be valid, but ${certFile} is so from ${validFromDate.toISOString()} on.`);
  }
  try {
    createSecureContext(pair);
  } catch (error) {
    throw new ConfigError('TLS_CERT', `cannot be used, as OpenSSL says: ${describeError(error)}.`);
  }
  return pair;
}

async function readPem(variable: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new ConfigError(variable, `must be a file that can be read: ${describeError(error)}.`);
  }
}

function parseCertificate(pem: Buffer, file: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new ConfigError('TLS_CERT', `must be a certificate in PEM format, which ${file} is not.`);
  }
}

function parseKey(pem: Buffer, file: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new ConfigError('TLS_KEY', `must be a private key in PEM format without a passphrase, which ${file} is not.`);
  }
}
