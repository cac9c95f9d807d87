import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Makes this process trust another CA in addition to those of the system, such as the one of `npm run local-ca`. */
export function trustCa(file: string): void {
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(file, 'utf8')]);
}
