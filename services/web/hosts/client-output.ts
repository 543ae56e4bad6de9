/**
 * How the scripts of a host are cut into files, for the browser's build: the framework, which changes least; what most pages
 * share; then each page. A first visit asks for a dozen files in place of three dozen, most of them smaller than their
 * headers. What is loaded on demand belongs to no group. Decision 0022 has the numbers.
 */
const codeSplitting = {
  groups: [
    {
      name: 'framework',
      test: /node_modules[\\/](react|react-dom|scheduler|react-router|cookie-es|set-cookie-parser)[\\/]|rolldown[\\/]runtime|vite[\\/]preload-helper/,
      priority: 2,
    },
    {
      name: 'shared',
      test: /services[\\/]web[\\/]((api|design|entry|journey|session)[\\/]|hosts[\\/]\w+[\\/]app[\\/][\w-]+\.tsx?$)/,
      // With 4, the largest pages are 2.5 kB heavier, of which they use nothing; with 10, the list of jobs is 0.6 kB heavier, in more files.
      minShareCount: 9,
      priority: 1,
    },
  ],
};

/**
 * The output of a host's build for the browser. What a first visit loads is named by its hash alone: each page loads the list of
 * all files, and their names were 1 kB of it. What is loaded on demand keeps its name.
 */
export const clientOutput = {
  codeSplitting,
  entryFileNames: 'assets/[hash:7].js',
  chunkFileNames: ({ isDynamicEntry, name }: { readonly isDynamicEntry: boolean; readonly name: string }) => {
    if (isDynamicEntry) return 'assets/[name]-[hash:7].js';
    return EVERYWHERE.includes(name) ? 'assets/_[hash:7].js' : 'assets/[hash:7].js';
  },
};

/** React Router warns developers on the console by these functions, with 1.1 kB of each first visit. Its errors stay. */
export const clientTreeshake = { manualPureFunctions: ['warning', 'warningOnce'] };

/** What every page has loaded before it loads anything on demand: the groups, and what the bundler adds. */
const EVERYWHERE: readonly string[] = ['framework', 'shared', 'rolldown-runtime'];

/** The files of these. The hash of another one may begin with the same sign, and has no eighth. */
const FILE_OF_EVERYWHERE = /^assets\/_[\w-]{7}\.js$/;

/** What a part that is loaded on demand needs at once, without what every page has: each page's file lists it. */
export const modulePreload = {
  resolveDependencies: (
    _file: string,
    needed: string[],
    { hostType }: { readonly hostType: 'html' | 'js' },
  ) => (hostType === 'js' ? needed.filter((file) => !FILE_OF_EVERYWHERE.test(file)) : needed),
};
