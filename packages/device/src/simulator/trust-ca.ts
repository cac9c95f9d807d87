import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Lets this process trust a CA that the system does not know, such as that of `npm run local-ca`, beside those that it does. */
export function trustCa(file: string): void {
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(file, 'utf8')]);
}
