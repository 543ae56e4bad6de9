import { hydrate } from '../../../design/entry-client.tsx';

hydrate();
