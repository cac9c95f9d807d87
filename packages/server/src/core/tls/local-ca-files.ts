import { readFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { X509Certificate } from 'node:crypto';
import { hostname } from 'node:os';
import { join, relative } from 'node:path';
import type { Config, TlsFiles } from '../config/config.ts';
import { StartError } from '../config/start-error.ts';
import type { MadeCertificate } from './local-ca.ts';

/** The files of the local CA in the data folder. */
export interface LocalCaFiles extends TlsFiles {
  folder: string;
  caCertFile: string;
  caKeyFile: string;
}

export function localCaFiles(dataDir: string): LocalCaFiles {
  const folder = join(dataDir, 'local-ca');
  const file = (name: string) => join(folder, name);
  return {
    folder,
    caCertFile: file('ca.crt'),
    caKeyFile: file('ca.key'),
    certFile: file('server.crt'),
    keyFile: file('server.key'),
  };
}

/** True when the configured certificate is that of the local CA. */
export function usesLocalCa({ tls, dataDir }: Pick<Config, 'tls' | 'dataDir'>): boolean {
  return tls !== null && !relative(localCaFiles(dataDir).folder, tls.certFile).startsWith('..');
}

interface Renewal {
  dataDir: string;
  /** The names of this machine. Names that the CA may not sign are left out. */
  names: readonly string[];
  /** The names that the owner requests. A name that the CA may not sign is a `StartError`. */
  asked: readonly string[];
}

export interface Renewed {
  isNewCa: boolean;
  /** The names in the certificate; `leftOut` has those that the CA may not sign. */
  names: string[];
  leftOut: string[];
}

/** Issues a certificate for these names, and creates the CA on the first call. A running server reloads the certificate itself. */
export async function renewLocalCertificate({ dataDir, names, asked }: Renewal): Promise<Renewed> {
  // Loaded only here: a start of the server needs the paths above, but not the 200 modules that make certificates.
  const { makeCa, makeServerCertificate, mayVouchFor } = await import('./local-ca.ts');
  const files = localCaFiles(dataDir);
  await mkdir(files.folder, { recursive: true, mode: 0o700 });
  const known = await readCa(files);
  const ca = known ?? (await makeCa(`Fairwatch local CA of ${hostname()}`, [...names, ...asked]));
  const refused = asked.filter((name) => !mayVouchFor(ca, name));
  if (refused.length > 0) {
    throw new StartError(
      `The CA in ${files.folder} was not made for ${refused.join(', ')}. Remove that folder to make a new one, which every phone then has to trust.`,
    );
  }
  if (known === null) {
    await replace(files.caKeyFile, ca.key, 0o600);
    await replace(files.caCertFile, ca.cert, 0o644);
  }
  const all = [...new Set([...names, ...asked])];
  const taken = all.filter((name) => mayVouchFor(ca, name));
  const made = await makeServerCertificate(ca, taken);
  await replace(files.keyFile, made.key, 0o600);
  await replace(files.certFile, `${made.cert}${ca.cert}`, 0o644);
  return { isNewCa: known === null, names: taken, leftOut: all.filter((name) => !taken.includes(name)) };
}

async function readCa({ caCertFile, caKeyFile }: LocalCaFiles): Promise<MadeCertificate | null> {
  const [cert, key] = await Promise.all(
    [caCertFile, caKeyFile].map((file) =>
      readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    ),
  );
  if (!cert && !key) return null;
  if (!cert || !key)
    throw new StartError(
      `${cert ? caKeyFile : caCertFile} is missing. Bring it back, or remove the folder to make a new CA.`,
    );
  if (new X509Certificate(cert).validToDate < new Date()) {
    throw new StartError(`The CA in ${caCertFile} has expired. Remove its folder to make a new one.`);
  }
  return { cert, key };
}

/** Replaces a file atomically by a rename, because a running server may read it at any time. */
async function replace(file: string, content: string, mode: number): Promise<void> {
  const unfinished = `${file}.${process.pid}.new`;
  await writeFile(unfinished, content, { mode });
  await rename(unfinished, file);
}
