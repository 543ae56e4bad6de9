/** For `node --import`: handles signals before the main file and all that it imports are loaded. */
import { endOnSignal } from './shutdown.ts';

endOnSignal();
