import config from '../../jest.config.js';

/** The unit project alone, for Stryker, which names the tests of each group itself. */
export default { ...config.projects[0], rootDir: '../..' };
