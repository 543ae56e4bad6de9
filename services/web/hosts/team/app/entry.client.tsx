import { hydrate } from '#entry/client.tsx';

hydrate();
