/** The root of the repository, with a slash at its end: `new URL('docs/rules.md', REPOSITORY_ROOT)`. */
export const REPOSITORY_ROOT = new URL('../../', import.meta.url);
