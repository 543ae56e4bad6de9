import type { Logger } from '@gatehouse/runtime';
import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { NetworkSlots } from './network-slots.ts';
import { OtherInstances } from './other-instances.ts';

/** As `client-output.ts` names them: a hash of seven signs at least, mostly behind a name. */
const ASSET = /^\/[\w-]{7,100}\.[a-z\d]{2,5}$/;

/** An instance that is asked by another one asks no further: there is no loop. */
const ASKED = 'x-asked-by-instance';

/** A page asks for up to 40 files at once. */
const AT_ONCE = { ofProcess: 128, ofNetwork: 64 };

/** Short: all attempts may have met instances of the same release by chance. */
const MISSING = { max: 1000, ttl: 3000, ttlResolution: 0 };

/**
 * Answers with an asset that only instances of another release have: during an upgrade, a page of one asks the other for its scripts.
 * Limited for each network and for all, so that a flood of invented names costs other visitors little (G6).
 * @param all the address of all instances together.
 */
export function assetsOfOthers(all: { readonly url: string; readonly log: Logger }): RequestHandler {
  const others = new OtherInstances(all);
  const slots = new NetworkSlots(AT_ONCE);
  const missing = new LRUCache<string, true>(MISSING);
  return async (request, response, next) => {
    const { host, url, ip } = request;
    const key = `${host}${url}`;
    if (!asksForAsset(request) || missing.has(key)) return next();
    const release = slots.take(ip ?? '');
    if (release === null) return next();
    const encodings = request.get('accept-encoding') ?? '';
    const headers = { host, 'accept-encoding': encodings, [ASKED]: '1' };
    const asset = await others.find({ path: `/assets${url}`, headers }).finally(release);
    if (asset !== null) return void response.set(asset.headers).send(asset.bytes);
    missing.set(key, true);
    next();
  };
}

function asksForAsset(request: Request): boolean {
  const { method, url } = request;
  return (method === 'GET' || method === 'HEAD') && ASSET.test(url) && request.get(ASKED) === undefined;
}
