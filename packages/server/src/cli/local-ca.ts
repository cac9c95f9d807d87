import { isIP } from 'node:net';
import { localCaPath } from '@fairwatch/contract';
import { loadConfig, type Config } from '../core/config/config.ts';
import { ownersCommand } from './owners-command.ts';
import { runScript } from './run-script.ts';
import { StartError } from '../core/config/start-error.ts';
import { localCaFiles, renewLocalCertificate, type Renewed } from '../core/tls/local-ca-files.ts';
import { isPrivate, machineNames } from '../core/tls/machine-names.ts';

const usage = `Usage: ${ownersCommand('local-ca', '[NAME-OR-ADDRESS ...]')}`;

/** How to make a system trust the local CA, printed after its creation. */
const trustSteps: readonly (readonly [system: string, steps: string])[] = [
  [
    'Android',
    'Open the address below in Chrome, pass its warning and keep the file. Settings > Security & privacy > More security settings > Encryption & credentials > Install a certificate > CA certificate: choose it. (The way there differs between makers; search the settings for "certificate".)',
  ],
  [
    'iOS, iPadOS',
    'Open the address below in Safari, pass its warning and allow the profile. Settings > General > VPN & Device Management: install it. Then Settings > General > About > Certificate Trust Settings: switch it on.',
  ],
  [
    'Windows',
    'Open the file > Install Certificate > Local Machine > Place all certificates in the following store > Trusted Root Certification Authorities.',
  ],
  ['macOS', 'sudo security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain FILE'],
  [
    'Linux',
    'Debian, Ubuntu: sudo cp FILE /usr/local/share/ca-certificates/fairwatch.crt && sudo update-ca-certificates. Chrome and Chromium there: Settings > Privacy and security > Security > Manage certificates > Custom > Installed by you > Trusted certificates > Import.',
  ],
  [
    'Firefox',
    'Settings > Privacy & Security > Certificates > View Certificates > Authorities > Import, and trust it for websites. On Android it takes those of the system once "Use third party CA certificates" is on (About > tap the logo five times > Secret Settings).',
  ],
];

/** Creates a local CA and a certificate, or a new certificate of the existing CA. */
async function run(args: readonly string[]): Promise<boolean> {
  const asked = args.map((name) => name.toLowerCase());
  for (const name of asked) {
    if (isIP(name) === 0 && !isHostName(name)) {
      throw new StartError(`${name} is neither a host name nor an address. ${usage}`);
    }
  }
  const { TLS_CERT: _cert, TLS_KEY: _key, ...env } = process.env;
  const config = loadConfig(env);
  const renewed = await renewLocalCertificate({ dataDir: config.dataDir, names: machineNames(), asked });
  process.stdout.write(report(config, renewed, asked));
  return true;
}

/** True for a host name, also with a wildcard such as `*.example.org`. */
function isHostName(name: string): boolean {
  return (
    name.length <= 253 &&
    /^(?:\*\.)?(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/.test(name)
  );
}

function report({ dataDir, port }: Config, { isNewCa, names, leftOut }: Renewed, asked: readonly string[]): string {
  const { certFile, keyFile, caCertFile, caKeyFile } = localCaFiles(dataDir);
  const name = [...asked, ...names].find(isForPhones) ?? 'localhost';
  const url = `https://${isIP(name) === 6 ? `[${name}]` : name}${port === 443 ? '' : `:${port === 0 ? 8080 : port}`}`;
  const missing = leftOut.length === 0 ? '' : `Left out, since the CA was not made for them: ${leftOut.join(', ')}\n`;
  const trust = trustSteps
    .map(([system, steps]) => `  ${system}\n    ${steps.replaceAll('FILE', caCertFile)}\n`)
    .join('');
  return `
${isNewCa ? 'Made a CA and a certificate' : 'Made a new certificate by the same CA; a running server loads it by itself'}, for ${names.join(', ')}
${missing}It is valid for 397 days; run this again before. Keep ${caKeyFile} secret: whoever has it can pose as this server.

Start the server with it:

  TLS_CERT=${certFile} \\
  TLS_KEY=${keyFile} \\
  HOST=0.0.0.0 PUBLIC_URL=${url} \\
  npm start

Then let each phone and computer trust the CA, once:

${trust}
  The file is ${caCertFile}, and on the running server ${url}${localCaPath}
  To stop trusting it, remove it in the same place.
`;
}

/** True for names that phones in the network can use: neither loopback nor a wildcard. */
function isForPhones(name: string): boolean {
  const own = ['localhost', '127.0.0.1', '::1'];
  return !own.includes(name) && !name.startsWith('*') && (isPrivate(name) || name.includes('.'));
}

await runScript(() => run(process.argv.slice(2)));
