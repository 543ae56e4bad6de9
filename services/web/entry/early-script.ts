/**
 * Runs in the head of every document, before any other script: an import of `early-script.ts?inline-script` is its text. Import
 * little: all of it is sent with each document.
 */
import { holdUntilReady } from './hold-until-ready.ts';
import { sendAnnouncedReads } from './send-announced-reads.ts';

sendAnnouncedReads();
holdUntilReady();
