/// <reference lib="dom" />

/** Scripts for a page, run before its own, that make the storages of its browser fail as they do for some users. */
export const FAILING_STORAGES = {
  refused: () => {
    for (const name of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    }
  },
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  },
} as const;
