import { reactRouterConfigOf } from '../host-react-router.config.ts';

export default reactRouterConfigOf('public');
