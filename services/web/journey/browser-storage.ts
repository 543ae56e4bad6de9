/** That of a tab, or that of the browser, which its tabs share. */
type StorageKind = 'sessionStorage' | 'localStorage';

/** Empty: there is none, or the browser refuses storage. */
export function readStored(kind: StorageKind, key: string): string {
  try {
    return globalThis[kind].getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** @returns whether it is stored: a browser may refuse storage, or its storage may be full. Then no former text stays, either. */
export function store(kind: StorageKind, key: string, text: string): boolean {
  try {
    globalThis[kind].setItem(key, text);
    return true;
  } catch {
    removeStored(kind, key);
    return false;
  }
}

/** Does nothing in a browser that refuses storage. */
export function removeStored(kind: StorageKind, key: string): void {
  try {
    globalThis[kind].removeItem(key);
  } catch {
    // Then there is nothing to remove.
  }
}

/** Does nothing in a browser that refuses storage. */
export function emptyStorage(kind: StorageKind): void {
  try {
    globalThis[kind].clear();
  } catch {
    // Then it is empty.
  }
}
