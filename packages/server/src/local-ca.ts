import { isIP } from 'node:net';
import { localCaPath } from '@fairwatch/contract';
import { loadConfig, type Config } from './core/config.ts';
import { runScript } from './core/run-script.ts';
import { StartError } from './core/start-error.ts';
import { localCaFiles, renewLocalCertificate, type Renewed } from './core/tls/local-ca-files.ts';
import { isPrivate, machineNames } from './core/tls/machine-names.ts';
import { trustSteps } from './core/tls/trust-steps.ts';

const usage = 'Usage: npm run local-ca [-- NAME-OR-ADDRESS ...]';

/** Makes a CA for the home network and a certificate that it signed, or a new certificate by the same CA. */
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

/** Whether this is a host name; wildcards such as `*.example.org` count. */
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

/** A phone reaches the machine by it, and a browser makes passkeys for it where it is a name. */
function isForPhones(name: string): boolean {
  const own = ['localhost', '127.0.0.1', '::1'];
  return !own.includes(name) && !name.startsWith('*') && (isPrivate(name) || name.includes('.'));
}

await runScript(() => run(process.argv.slice(2)));
