/**
 * How the scripts of a host are cut into files, for the browser's build: the framework, which changes least; what most pages
 * share; then each page. A first visit asks for a dozen files in place of three dozen, most of them smaller than their
 * headers. What is loaded on demand belongs to no group.
 */
export const clientChunks = {
  groups: [
    {
      name: 'framework',
      test: /node_modules[\\/](react|react-dom|scheduler|react-router|cookie-es|set-cookie-parser)[\\/]|rolldown[\\/]runtime|vite[\\/]preload-helper/,
      priority: 2,
    },
    {
      name: 'shared',
      test: /services[\\/]web[\\/](api|design|entry|journey|session)[\\/]/,
      minShareCount: 4,
      priority: 1,
    },
  ],
};
