import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type {
  addPasskey,
  InputOf,
  OutputOf,
  passkeySignIn,
  startPasskey,
  startPasskeySignIn,
} from '@fairwatch/contract';
import { cbor } from './samples/cbor.ts';

const flag = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, hasKey: 0x40 };

/** Overrides of what a browser and its authenticator would send, for tests of forged responses. */
interface Lies {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** Omits the user verification (fingerprint, face or PIN). */
  unverified?: boolean;
  counter?: number;
  userHandle?: string;
  /** Signs with the key of another authenticator. */
  signer?: SoftwareAuthenticator;
  attestation?: { fmt: string; attStmt: Record<string, unknown> };
}

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** A software passkey: one ES256 key for one origin. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(16);
  counter = 0;
  private readonly key: { publicKey: KeyObject; privateKey: KeyObject };
  private userHandle = '';
  private readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
    this.key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  /** Creates the passkey's registration response. */
  create(options: OutputOf<typeof startPasskey>, lies: Lies = {}): InputOf<typeof addPasskey>['credential'] {
    this.userHandle = options.user.id;
    const clientData = this.clientData('webauthn.create', options.challenge, lies);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const authData = Buffer.concat([
      this.head(options.rp.id, flag.hasKey, lies),
      Buffer.alloc(16),
      length,
      this.id,
      this.coseKey(),
    ]);
    const { fmt, attStmt } = lies.attestation ?? { fmt: 'none', attStmt: {} };
    const attestationObject = text(cbor({ fmt, attStmt, authData }));
    return { ...this.named(), response: { clientDataJSON: text(clientData), attestationObject } };
  }

  /** Creates a sign-in response. */
  get(options: OutputOf<typeof startPasskeySignIn>, lies: Lies = {}): InputOf<typeof passkeySignIn>['credential'] {
    this.counter = lies.counter ?? this.counter + 1;
    const clientData = this.clientData('webauthn.get', options.challenge, lies);
    const authenticatorData = this.head(options.rpId, 0, lies);
    const signature = (lies.signer ?? this).sign(Buffer.concat([authenticatorData, sha256(clientData)]));
    return {
      ...this.named(),
      response: {
        clientDataJSON: text(clientData),
        authenticatorData: text(authenticatorData),
        signature: text(signature),
        userHandle: lies.userHandle ?? this.userHandle,
      },
    };
  }

  private sign(bytes: Uint8Array): Buffer {
    return sign('sha256', bytes, this.key.privateKey);
  }

  private named() {
    return { id: text(this.id), rawId: text(this.id), type: 'public-key' as const };
  }

  private clientData(type: string, asked: string, { origin = this.origin, challenge = asked }: Lies): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  private head(asked: string, extra: number, { rpId = asked, unverified = false }: Lies): Buffer {
    const flags = flag.present | flag.backupEligible | flag.backedUp | (unverified ? 0 : flag.verified) | extra;
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags);
    rest.writeUInt32BE(this.counter, 1);
    return Buffer.concat([sha256(rpId), rest]);
  }

  private coseKey(): Uint8Array {
    const { x = '', y = '' } = this.key.publicKey.export({ format: 'jwk' });
    return cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }
}
