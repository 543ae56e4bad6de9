/** That of a tab, or that of the browser, which its tabs share. */
type StorageKind = 'sessionStorage' | 'localStorage';

/** A browser may refuse storage, or its storage may be full. */
function attempt<T>(use: () => T, otherwise: T): T {
  try {
    return use();
  } catch {
    return otherwise;
  }
}

/** Empty: there is none, or the browser refuses storage. */
export function readStored(kind: StorageKind, key: string): string {
  return attempt(() => globalThis[kind].getItem(key), null) ?? '';
}

/** @returns whether it is stored. If not, no former text stays, either. */
export function store(kind: StorageKind, key: string, text: string): boolean {
  const isStored = attempt(() => globalThis[kind].setItem(key, text) === undefined, false);
  if (!isStored) removeStored(kind, key);
  return isStored;
}

/** Does nothing in a browser that refuses storage. */
export function removeStored(kind: StorageKind, key: string): void {
  attempt(() => globalThis[kind].removeItem(key), undefined);
}

/** Does nothing in a browser that refuses storage. */
export function emptyStorage(kind: StorageKind): void {
  attempt(() => globalThis[kind].clear(), undefined);
}
