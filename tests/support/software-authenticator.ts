import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What a page passes to the authenticator, as the API returns it. */
interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

/** How a ceremony differs from an ordinary one. */
export interface Ceremony {
  /** The page's origin. */
  readonly origin: string;
  /** The signature counter; by default one more than the last one. */
  readonly counter?: number;
  readonly isUserPresent?: boolean;
  readonly isUserVerified?: boolean;
  readonly isBackupEligible?: boolean;
  readonly isBackedUp?: boolean;
  /** The type in the client data; by default that of the ceremony. */
  readonly type?: string;
  readonly rpId?: string;
  /** Whether the page was in a frame of a page of another origin. */
  readonly isCrossOrigin?: boolean;
}

/** A passkey outside a browser: it creates attestations of the format `none` and signs assertions (ES256). */
export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(32);
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  #userHandle = '';
  #counter: number;

  /** @param counter its first value; 0: it has none, as synchronised passkeys. */
  constructor({ counter = 0 }: { counter?: number } = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
    this.#counter = counter;
  }

  /** The body of a request that adds the passkey. */
  create({ challenge, rp, user }: Options, ceremony: Ceremony) {
    this.#userHandle = user?.id ?? '';
    const authData = Buffer.concat([
      this.#authenticatorData(rp?.id ?? '', ceremony, 0x40),
      Buffer.alloc(16),
      Buffer.from([0, this.credentialId.length]),
      this.credentialId,
      this.#coseKey(),
    ]);
    const attestation = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]) as never,
    );
    return {
      credential_id: this.credentialId.toString('base64url'),
      client_data_json: clientData('webauthn.create', challenge, ceremony),
      attestation_object: Buffer.from(attestation).toString('base64url'),
      transports: ['internal'],
    };
  }

  /** The body of a request that proves the passkey. */
  get({ challenge, rpId }: Options, ceremony: Ceremony) {
    const client_data_json = clientData('webauthn.get', challenge, ceremony);
    const authData = this.#authenticatorData(rpId ?? '', ceremony, 0);
    const clientDataHash = createHash('sha256').update(Buffer.from(client_data_json, 'base64url')).digest();
    const signature = sign('sha256', Buffer.concat([authData, clientDataHash]), this.#privateKey);
    return {
      credential_id: this.credentialId.toString('base64url'),
      client_data_json,
      authenticator_data: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      user_handle: this.#userHandle,
    };
  }

  #authenticatorData(rpId: string, ceremony: Ceremony, flags: number): Buffer {
    const {
      isUserPresent = true,
      isUserVerified = true,
      isBackupEligible = false,
      isBackedUp = false,
    } = ceremony;
    if (ceremony.counter === undefined && this.#counter > 0) this.#counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(ceremony.counter ?? this.#counter);
    const bits = [
      isUserPresent ? 0x01 : 0,
      isUserVerified ? 0x04 : 0,
      isBackupEligible ? 0x08 : 0,
      isBackedUp ? 0x10 : 0,
      flags,
    ];
    return Buffer.concat([
      createHash('sha256')
        .update(ceremony.rpId ?? rpId)
        .digest(),
      Buffer.from([bits.reduce((all, bit) => all | bit, 0)]),
      counter,
    ]);
  }

  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    return Buffer.from(isoCBOR.encode(key as never));
  }
}

function clientData(type: string, challenge: string, ceremony: Ceremony): string {
  const { origin, isCrossOrigin = false } = ceremony;
  const data = { type: ceremony.type ?? type, challenge, origin, crossOrigin: isCrossOrigin };
  return Buffer.from(JSON.stringify(data)).toString('base64url');
}
