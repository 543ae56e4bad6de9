import { viteConfigOf } from '../host-vite.config.ts';

export default viteConfigOf('public');
